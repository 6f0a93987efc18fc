import type { MatchedRequest } from "./exchange.ts";
import type { FreeForm, Operation } from "./operation.ts";
import { type Rejection, reject } from "./rejection.ts";

/** Returns the names in a query that the operation doesn't declare, free-form ones included. */
function findUndeclaredNames(query: URLSearchParams, { parameters }: Operation): string[] {
  const declaredNames = new Set<string>();
  const deep: string[] = [];
  for (const { name, in: location, style, valueTypes } of parameters) {
    if (location !== "query") continue;
    declaredNames.add(name);
    if (style === "deepObject") deep.push(`${name}[`);
    for (const property of Object.keys(valueTypes?.properties ?? {})) declaredNames.add(property);
  }
  const names = [...new Set(query.keys())];
  return names.filter((name) => !declaredNames.has(name) && !deep.some((start) => name.startsWith(start)));
}

/** Returns the names of the query parameters that the contract doesn't declare. */
export const findUndeclaredParameters = (query: URLSearchParams, operation: Operation): readonly string[] =>
  operation.freeForm || query.size === 0 ? noNames : findUndeclaredNames(query, operation);

const noNames: readonly string[] = [];

/** Rejects parameters that the contract rules out; with `strict`, also those that it doesn't declare. */
export function checkQuery({ query, operation, undeclared }: MatchedRequest, strict: boolean) {
  const [unknown] = undeclared;
  if (strict && unknown !== undefined) {
    return reject(422, `The contract declares no query parameter ${unknown}. Without strict, the mock ignores it.`);
  }
  return operation.freeForm && checkFreeForm(query, operation, operation.freeForm);
}

function checkFreeForm(query: URLSearchParams, operation: Operation, freeForm: FreeForm): Rejection | undefined {
  for (const name of findUndeclaredNames(query, operation)) {
    if (name === freeForm.name || name.startsWith(`${freeForm.name}[`)) {
      return reject(422, `${freeForm.name} is never sent: send each input as a query parameter under its own name.`);
    }
    if (!query.getAll(name).every((value) => hasType(value, freeForm))) {
      return reject(422, `The value of the query parameter ${name} must be of type ${freeForm.types?.join(" or ")}.`);
    }
  }
  return undefined;
}

const patterns: Readonly<Record<string, RegExp>> = {
  boolean: /^(true|false)$/,
  integer: /^-?\d+$/,
  number: /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i,
};

const hasType = (value: string, { types }: FreeForm) =>
  types === undefined || types.some((type) => patterns[type]?.test(value) ?? true);
