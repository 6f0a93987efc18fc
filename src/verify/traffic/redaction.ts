import { canDealInTokens, isSecretName } from "../../openapi/secret-names.ts";
import type { VerifiableOperation } from "../contract.ts";

/**
 * The part of an exchange's bodies that remains. `masked`: the names and masked values, if the operation deals in tokens.
 * `nothing`: if the operation may deal in tokens, and the contract doesn't know it or knows it from traffic alone.
 * `values`: all but the fields with the name of a secret, which are masked.
 */
export type Redaction = "values" | "masked" | "nothing";

export function redactionOf(operation: VerifiableOperation | undefined, segments: readonly string[]): Redaction {
  if (operation && operation.known !== "observed") return operation.dealsInTokens ? "masked" : "values";
  return operation?.dealsInTokens || segments.some(canDealInTokens) ? "nothing" : "values";
}

/** Returns the credentials of a request and their parts, since some services repeat them as names of fields. */
export function credentialsOf(url: string, headers: readonly (readonly [string, string])[]): string[] {
  const query = [...new URLSearchParams(url.split("?").slice(1).join("?").split("#")[0])];
  return [...query, ...headers]
    .filter(([name]) => isSecretName(name))
    .flatMap(([, value]) => [value, ...value.split(/[\s=;,]+/)])
    .filter((value) => value.length >= 4);
}

// Functions that read a nested value call themselves for each level, so the stack limits its depth.
const maxDepth = 200;

/**
 * Copies a value without its secrets: masks the fields that have the name of a secret, or everything, and leaves out the
 * fields whose names contain a credential.
 * @throws RangeError if the value is nested too deeply.
 */
export function removeSecrets(value: unknown, isMasked: boolean, credentials: readonly string[], depth = 0): unknown {
  if (typeof value !== "object" || value === null) return isMasked ? mask(value) : value;
  if (depth >= maxDepth) throw new RangeError("nested too deeply");
  if (Array.isArray(value)) return value.map((item) => removeSecrets(item, isMasked, credentials, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !credentials.some((credential) => name.includes(credential)))
      .map(([name, inner]) => [name, removeSecrets(inner, isMasked || isSecretName(name), credentials, depth + 1)]),
  );
}

/** Replaces each letter and each character beyond ASCII by x, each digit and integer by 0, and other numbers by 0.5. */
function mask(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\d/g, "0").replace(/[^ -@[-`{-~]/g, "x");
  if (typeof value === "number") return Number.isInteger(value) ? 0 : 0.5;
  return value;
}
