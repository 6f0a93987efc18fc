import { canDealInTokens, isSecretName } from "../openapi/secret-names.ts";
import { type Credential, includesCredential } from "../openapi/security.ts";
import type { KnownOperation } from "./contract.ts";

/**
 * The part of an exchange's bodies that remains. `masked`: the names and masked values, if the operation deals in tokens.
 * `nothing`: if the operation may deal in tokens, and the contract doesn't know it or knows it from traffic alone.
 * `values`: all but the fields with the name of a secret, which are masked.
 */
export type Redaction = "values" | "masked" | "nothing";

export function redactionOf(operation: KnownOperation | undefined, segments: readonly string[]): Redaction {
  if (operation && operation.knowledge !== "observed") return operation.dealsInTokens ? "masked" : "values";
  return operation?.dealsInTokens || segments.some(canDealInTokens) ? "nothing" : "values";
}

type Pairs = Iterable<readonly [name: string, value: string]>;

/** Returns the values of a request's credentials and their parts, which some services repeat as names of fields. */
export const secretTextsOf = (query: Pairs, headers: Pairs, credentials: readonly Credential[]): string[] => [
  ...secretsIn("query", query, credentials),
  ...secretsIn("header", headers, credentials),
];

function secretsIn(place: Credential["in"], pairs: Pairs, credentials: readonly Credential[]): Set<string> {
  const texts = new Set<string>();
  for (const [name, value] of pairs) {
    if (!isSecretName(name) && !includesCredential(credentials, { in: place, name })) continue;
    for (const text of [value, ...value.split(/[\s=;,]+/)]) if (text.length >= 4) texts.add(text);
  }
  return texts;
}

/** Creates the test whether a text contains one of the secret texts, in any case: media types are in lower case. */
export function createSecretTest(secretTexts: readonly string[]): (text: string) => boolean {
  const secrets = secretTexts.map((text) => text.toLowerCase());
  return (text) => secrets.some((secret) => text.toLowerCase().includes(secret));
}

/** Removes the declared credentials from a query, and the value of a parameter with a secret's name. */
export function withoutCredentials(query: URLSearchParams, credentials: readonly Credential[]): URLSearchParams {
  for (const credential of credentials) if (credential.in === "query") query.delete(credential.name);
  if (![...query].some(([name]) => isSecretName(name))) return query;
  return new URLSearchParams([...query].map(([name, value]) => [name, isSecretName(name) ? "" : value]));
}

// Functions that read a nested value call themselves for each level, so the stack limits its depth.
const maxDepth = 200;

/**
 * Removes the secrets of a value, in place: masks the fields that have the name of a secret, or everything, and deletes
 * the fields whose names contain a secret text. Returns the value, or its mask.
 * @throws RangeError if the value is nested too deeply.
 */
export function removeSecrets(value: unknown, isMasked: boolean, secretTexts: readonly string[], depth = 0): unknown {
  if (typeof value !== "object" || value === null) return isMasked ? mask(value) : value;
  if (depth >= maxDepth) throw new RangeError("nested too deeply");
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = removeSecrets(item, isMasked, secretTexts, depth + 1);
    return value;
  }
  const fields = value as Record<string, unknown>;
  for (const name in fields) {
    if (secretTexts.some((text) => name.includes(text))) {
      delete fields[name];
      continue;
    }
    const isFieldMasked = isMasked || isSecretName(name);
    const field = fields[name];
    const remainder = removeSecrets(field, isFieldMasked, secretTexts, depth + 1);
    if (remainder !== field) fields[name] = remainder;
  }
  return value;
}

/** Replaces each letter and each character beyond ASCII by x, each digit and integer by 0, and other numbers by 0.5. */
function mask(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\d/g, "0").replace(/[^ -@[-`{-~]/g, "x");
  if (typeof value === "number") return Number.isInteger(value) ? 0 : 0.5;
  return value;
}
