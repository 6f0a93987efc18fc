import { memoizeString } from "../openapi/cache.ts";
import { decodeIfValid } from "../openapi/path.ts";
import { canDealInTokens, isSecretName } from "../openapi/secret-names.ts";
import { createSecretTest } from "../openapi/secret-text.ts";
import { type Credential, includesCredential } from "../openapi/security.ts";
import { listedWords } from "./names.ts";
import type { VerifiableOperation } from "./verifiable-contract.ts";

/**
 * The part of an exchange's bodies that remains. `masked`: the names and masked values, if the
 * operation deals in tokens. `nothing`: if the operation may deal in tokens, and the contract
 * doesn't know it or knows it from traffic alone. `values`: all but the fields with the name of a
 * secret, which are masked.
 */
export type Redaction = "values" | "masked" | "nothing";

export function redactionOf(
  operation: Pick<VerifiableOperation, "knowledge" | "dealsInTokens"> | undefined,
  segments: readonly string[],
): Redaction {
  if (operation && operation.knowledge !== "observed")
    return operation.dealsInTokens ? "masked" : "values";
  return operation?.dealsInTokens || segments.some(canDealInTokens) ? "nothing" : "values";
}

type Pairs = Iterable<readonly [name: string, value: string]>;

/**
 * Returns a name; if it contains a credential of its exchange, which a service may repeat as a
 * name, `*`.
 */
export type MaskName = (name: string) => string;

/** Creates the function that masks the credentials of an exchange, and their parts. */
export function createNameMasker(credentials: readonly string[]): MaskName {
  if (credentials.length === 0) return (name) => name;
  const key = credentials.join("\n");
  if (latest.key !== key) latest = { key, hasSecret: createNameTest(credentials) };
  const { hasSecret } = latest;
  return (name) => (hasSecret(name) ? "*" : name);
}

// Most exchanges of a recording have the same credentials and names.
let latest = { key: "", hasSecret: (_: string) => false };

function createNameTest(credentials: readonly string[]): (name: string) => boolean {
  const secrets = new Set(credentials.flatMap((text) => [text, ...partsOf(text)]));
  // Shorter ones than four characters are in too many names, and show nothing.
  return memoizeString(createSecretTest([...secrets].filter(({ length }) => length >= 4)));
}

/** Lists the credentials of a request or response. */
export function secretsIn(
  query: Pairs,
  headers: Pairs,
  credentials: readonly Credential[],
): string[] {
  const isSecret = (place: Credential["in"], name: string) =>
    isSecretName(name) || includesCredential(credentials, { in: place, name });
  return [
    ...[...query].flatMap(([name, value]) => (isSecret("query", name) ? value : [])),
    ...[...headers].flatMap(([name, value]) =>
      isSecret("header", name) ? withoutScheme(value) : [],
    ),
  ];
}

function withoutScheme(value: string): string {
  const [, scheme = "", credential = value] = /^([A-Za-z][\w-]*) +(.+)$/s.exec(value) ?? [];
  if (scheme.toLowerCase() !== "basic") return credential;
  return Buffer.from(credential, "base64").toString().replace(/^.*?:/s, "");
}

/**
 * Lists the parts of cookies and signatures. A single usual word shows nothing, and is in many
 * names.
 */
const partsOf = (value: string): string[] =>
  value
    .split(/[\s;,"]+/)
    .flatMap((part) => [part, part.slice(part.indexOf("=") + 1)])
    .flatMap((part) => [part, decodeIfValid(part)])
    .filter((part) => !listedWords.has(part.toLowerCase()));

/**
 * Returns a query without declared credentials, secrets in names, and the values of parameters with
 * a secret's name.
 */
export const withoutCredentials = (
  query: URLSearchParams,
  credentials: readonly Credential[],
  maskName: MaskName,
) =>
  new URLSearchParams(
    [...query]
      .filter(([name]) => !includesCredential(credentials, { in: "query", name }))
      .map(([name, value]) => [maskName(name), isSecretName(name) ? "" : value]),
  );

// Functions that read a nested value call themselves for each level, so the stack limits its depth.
const maxDepth = 200;

/**
 * Removes the secrets of a value, in place: masks the fields that have the name of a secret, or
 * everything, and hides secrets in the names of fields. Returns the value, or its mask.
 * @throws RangeError if the value is nested too deeply.
 */
export function removeSecrets(
  value: unknown,
  isMasked: boolean,
  maskName: MaskName,
  depth = 0,
): unknown {
  if (typeof value !== "object" || value === null) return isMasked ? mask(value) : value;
  if (depth >= maxDepth) throw new RangeError("nested too deeply");
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      value[index] = removeSecrets(item, isMasked, maskName, depth + 1);
    return value;
  }
  const fields = value as Record<string, unknown>;
  for (const name in fields) {
    const field = fields[name];
    const remainder = removeSecrets(field, isMasked || isSecretName(name), maskName, depth + 1);
    const shownName = maskName(name);
    if (shownName !== name) delete fields[name];
    if (shownName !== name || remainder !== field) fields[shownName] = remainder;
  }
  return value;
}

/**
 * Replaces each letter and each character beyond ASCII by x, each digit and integer by 0, and other
 * numbers by 0.5.
 */
function mask(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\d/g, "0").replace(/[^ -@[-`{-~]/g, "x");
  if (typeof value === "number") return Number.isInteger(value) ? 0 : 0.5;
  return value;
}
