import { queryCredentials } from "./credentials.ts";
import { type MatchedRequest, type MockExchange, matchedRequestOf } from "./exchange.ts";
import type { Operation, Parameter } from "./operation.ts";

/** Returns the names of an operation's parameters, its credentials' first. */
export const parameterNamesOf = (operation: Operation): string[] => [
  ...queryCredentials(operation),
  ...operation.parameters.map(({ name }) => name),
];

/** Returns the names of the contract's parameters that a request has. */
export function sentParametersOf(exchange: MockExchange): string[] {
  const request = matchedRequestOf(exchange);
  if (!request) return [];
  const { operation, credentials } = request;
  const names = operation.parameters.filter((parameter) => isSent(parameter, request)).map(({ name }) => name);
  return [...queryCredentials(operation).filter((name) => credentials.includes(`query ${name}`)), ...names];
}

function isSent(parameter: Parameter, { pathValues, query, headers, cookies }: MatchedRequest): boolean {
  const { name, in: location, style, valueTypes } = parameter;
  if (location === "path") return Object.hasOwn(pathValues, name);
  if (location === "header") return name.toLowerCase() in headers;
  if (location === "cookie") return cookies.has(name);
  if (query.has(name)) return true;
  if (style === "deepObject") return [...query.keys()].some((key) => key.startsWith(`${name}[`));
  return Object.keys(valueTypes?.properties ?? {}).some((property) => query.has(property));
}
