import { cachePerDocument } from "../openapi/cache.ts";
import type { Parameter, ServedOperation } from "../openapi/operation.ts";
import { includesCredential } from "../openapi/security.ts";
import type { MatchedRequest } from "./exchange.ts";
import { readValue } from "./values.ts";

const queryCredentialsOf = cachePerDocument(({ security }: ServedOperation): readonly string[] => [
  ...new Set(
    security.flat().flatMap(({ in: location, name }) => (location === "query" ? name : [])),
  ),
]);

/** The credentials in the query come first. */
export const parameterNamesOf = (operation: ServedOperation): string[] => [
  ...queryCredentialsOf(operation),
  ...operation.parameters.map(({ name }) => name),
];

export const sentParametersOf = (request: MatchedRequest): string[] => [
  ...queryCredentialsOf(request.operation).filter((name) =>
    includesCredential(request.credentials, { in: "query", name }),
  ),
  ...request.operation.parameters
    .filter((parameter) => readParameter(parameter, request) !== undefined)
    .map(({ name }) => name),
];

/**
 * Reads the value of a parameter: `undefined` without one, and `malformed` if its text has another
 * style.
 */
export function readParameter(
  parameter: Parameter,
  { query, headers, cookies, pathValues }: MatchedRequest,
): unknown {
  const { name, in: location } = parameter;
  if (location === "query") return readValue(parameter, query);
  const texts = {
    path: pathValues[name],
    header: headers[name.toLowerCase()],
    cookie: cookies.get(name),
  };
  const text = texts[location];
  return text === undefined ? undefined : readValue(parameter, text);
}
