import type { MatchedRequest } from "./exchange.ts";
import type { FreeForm } from "./operation.ts";
import { type Rejection, reject } from "./rejection.ts";

/** The names of the query parameters that the contract does not declare. */
export function undeclaredParameters({ query, operation }: MatchedRequest<string>): string[] {
  if (operation.freeForm) return [];
  return [...new Set(query.keys())].filter((name) => !operation.parameters.includes(name));
}

/** Rejects parameters that the contract rules out; with `strict`, also those that it does not declare. */
export function checkQuery(request: MatchedRequest<string>, strict: boolean): Rejection | undefined {
  const { parameters, freeForm } = request.operation;
  const [undeclared] = undeclaredParameters(request);
  if (strict && undeclared !== undefined) {
    return reject(422, `The contract declares no query parameter ${undeclared}. Without strict, the mock ignores it.`);
  }
  if (!freeForm) return undefined;
  const free = [...request.query].filter(([name]) => !parameters.includes(name));
  for (const [name, value] of free) {
    if (name === freeForm.name || name.startsWith(`${freeForm.name}[`)) {
      return reject(422, `${freeForm.name} is never sent: send each input as a query parameter under its own name.`);
    }
    if (!hasType(value, freeForm)) {
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

/** What a parameter of type object stands for: a query parameter of its own for each property. */
export function freeFormOf(name: string, schema: object = {}): FreeForm | undefined {
  const { type, additionalProperties } = schema as { type?: unknown; additionalProperties?: unknown };
  if (type !== "object") return undefined;
  const values: { type?: unknown; anyOf?: { type?: unknown }[] } = Object(additionalProperties);
  const types = (values.anyOf ?? [values]).map(({ type }) => type);
  const known = types.every((type) => typeof type === "string");
  return { name, ...(known && { types: [...new Set(types)] }) };
}
