import { typeOf } from "../openapi/json.ts";
import { queryCredentialsOf } from "./credentials.ts";
import type { MatchedRequest } from "./exchange.ts";
import type { Operation, Parameter } from "./operation.ts";
import { type Rejection, reject } from "./rejection.ts";
import { convert, readValue } from "./values.ts";

/** Returns the names of an operation's parameters, those of its credentials in the query first. */
export const parameterNamesOf = (operation: Operation): string[] => [
  ...queryCredentialsOf(operation),
  ...operation.parameters.map(({ name }) => name),
];

/** Returns the names of the contract's parameters that a request has. */
export const sentParametersOf = (request: MatchedRequest): string[] => [
  ...queryCredentialsOf(request.operation).filter((name) => request.credentials.includes(`query ${name}`)),
  ...request.operation.parameters
    .filter((parameter) => readParameter(parameter, request) !== undefined)
    .map(({ name }) => name),
];

/** Reads the value of a parameter: `undefined` without one, and `malformed` if its text has another style. */
export function readParameter(parameter: Parameter, { query, headers, cookies, pathValues }: MatchedRequest): unknown {
  const { name, in: location } = parameter;
  if (location === "query") return readValue(parameter, query);
  const texts = { path: pathValues[name], header: headers[name.toLowerCase()], cookie: cookies.get(name) };
  const text = texts[location];
  return text === undefined ? undefined : readValue(parameter, text);
}

/** Returns the names in a query that an operation doesn't declare, free-form ones included. */
function listUndeclared(query: URLSearchParams, { parameters }: Operation): string[] {
  const isNamed = (key: string) =>
    parameters.some(
      ({ in: location, name, style, valueTypes }) =>
        location === "query" &&
        (key === name ||
          Object.hasOwn(valueTypes?.properties ?? {}, key) ||
          (style === "deepObject" && key.startsWith(`${name}[`))),
    );
  return [...new Set(query.keys())].filter((key) => !isNamed(key));
}

/** Returns the names of the query parameters that the contract doesn't declare; none if it allows further ones. */
export const findUndeclaredParameters = (query: URLSearchParams, operation: Operation): readonly string[] =>
  operation.freeForm || query.size === 0 ? [] : listUndeclared(query, operation);

/** Rejects free-form parameters that the contract rules out; with `strict`, also parameters that it doesn't declare. */
export function checkQuery({ query, operation, undeclared }: MatchedRequest, strict: boolean): Rejection | undefined {
  const [unknown] = undeclared;
  if (strict && unknown !== undefined) {
    return reject(422, `The contract declares no query parameter ${unknown}. Without strict, the mock ignores it.`);
  }
  if (!operation.freeForm) return undefined;
  const { name: placeholder, types = ["string"] } = operation.freeForm;
  for (const name of listUndeclared(query, operation)) {
    if (placeholder !== undefined && (name === placeholder || name.startsWith(`${placeholder}[`))) {
      return reject(422, `${placeholder} is never sent: send each input as a query parameter under its own name.`);
    }
    if (!query.getAll(name).every((text) => hasType(text, types))) {
      return reject(422, `The value of the query parameter ${name} must be of type ${types.join(" or ")}.`);
    }
  }
  return undefined;
}

function hasType(text: string, types: readonly string[]): boolean {
  const type = typeOf(convert([text], { types }));
  return types.includes(type) || types.includes("string") || (type === "integer" && types.includes("number"));
}
