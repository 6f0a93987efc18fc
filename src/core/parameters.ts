import { typeOf } from "../openapi/json.ts";
import { queryCredentialsOf } from "./credentials.ts";
import { type MatchedRequest, type MockExchange, matchedRequestOf } from "./exchange.ts";
import type { FreeForm, Operation, Parameter } from "./operation.ts";
import { type Rejection, reject } from "./rejection.ts";
import { convert } from "./values.ts";

/** Returns the names of an operation's parameters, those of its credentials in the query first. */
export const parameterNamesOf = (operation: Operation): string[] => [
  ...queryCredentialsOf(operation),
  ...operation.parameters.map(({ name }) => name),
];

/** Returns the names of the contract's parameters that a request has. */
export function sentParametersOf(exchange: MockExchange): string[] {
  const request = matchedRequestOf(exchange);
  if (!request) return [];
  const { operation, credentials } = request;
  const names = operation.parameters.filter((parameter) => isSent(parameter, request)).map(({ name }) => name);
  return [...queryCredentialsOf(operation).filter((name) => credentials.includes(`query ${name}`)), ...names];
}

function isSent(parameter: Parameter, { pathValues, query, headers, cookies }: MatchedRequest): boolean {
  const { name, in: location } = parameter;
  if (location === "query") return query.size > 0 && queryKeysOf(parameter, query).length > 0;
  if (location === "path") return Object.hasOwn(pathValues, name);
  return location === "header" ? name.toLowerCase() in headers : cookies.has(name);
}

/** Returns the names in a query that a parameter is sent under: its own, or those of an object's properties. */
function queryKeysOf({ name, style, valueTypes }: Parameter, query: URLSearchParams): string[] {
  const names = new Set([name, ...Object.keys(valueTypes?.properties ?? {})]);
  return [...query.keys()].filter((key) => names.has(key) || (style === "deepObject" && key.startsWith(`${name}[`)));
}

/** Returns the names in a query that the operation doesn't declare, free-form ones included. */
function findUndeclaredNames(query: URLSearchParams, { parameters }: Operation): string[] {
  const queryParameters = parameters.filter((parameter) => parameter.in === "query");
  const declaredNames = new Set(queryParameters.flatMap((parameter) => queryKeysOf(parameter, query)));
  return [...new Set(query.keys())].filter((name) => !declaredNames.has(name));
}

/** Returns the names of the query parameters that the contract doesn't declare; none if it allows further ones. */
export const findUndeclaredParameters = (query: URLSearchParams, operation: Operation): readonly string[] =>
  operation.freeForm || query.size === 0 ? [] : findUndeclaredNames(query, operation);

/** Rejects free-form parameters that the contract rules out; with `strict`, also parameters that it doesn't declare. */
export function checkQuery({ query, operation, undeclared }: MatchedRequest, strict: boolean): Rejection | undefined {
  const [unknown] = undeclared;
  if (strict && unknown !== undefined) {
    return reject(422, `The contract declares no query parameter ${unknown}. Without strict, the mock ignores it.`);
  }
  return operation.freeForm && checkFreeForm(query, operation, operation.freeForm);
}

function checkFreeForm(query: URLSearchParams, operation: Operation, freeForm: FreeForm): Rejection | undefined {
  const { name: placeholder } = freeForm;
  for (const name of findUndeclaredNames(query, operation)) {
    if (placeholder !== undefined && (name === placeholder || name.startsWith(`${placeholder}[`))) {
      return reject(422, `${placeholder} is never sent: send each input as a query parameter under its own name.`);
    }
    if (!query.getAll(name).every((value) => hasType(value, freeForm))) {
      return reject(422, `The value of the query parameter ${name} must be of type ${freeForm.types?.join(" or ")}.`);
    }
  }
  return undefined;
}

function hasType(text: string, { types }: FreeForm): boolean {
  if (!types || types.includes("string")) return true;
  const type = typeOf(convert([text], { types }));
  return types.includes(type) || (type === "integer" && types.includes("number"));
}
