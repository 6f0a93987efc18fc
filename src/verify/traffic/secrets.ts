import { ledgerOperations } from "../../../generated/ledger.ts";
import { operations } from "../../../generated/operations.ts";
import { createMatcher } from "../../core/match.ts";
import { isRejection } from "../../core/rejection.ts";
import { canDealInTokens, isSecretName } from "../../openapi/secret-names.ts";

const match = createMatcher(operations);

/** Returns the id of the operation that a request is for; `undefined` if the contract has none. */
export function operationOf(method: string, segments: readonly string[]): string | undefined {
  const target = match(method, segments);
  return isRejection(target) ? undefined : target.id;
}

const tokenOperations = new Set(
  ledgerOperations
    .filter(({ area, name }) => area === "Authorization" || canDealInTokens(name))
    .flatMap(({ operationId }) => operationId ?? []),
);

/**
 * The part of an exchange's bodies that remains. `masked`: the names and masked values, if the operation deals in tokens.
 * `nothing`: if the contract doesn't know the operation, and its path suggests that it deals in tokens. `values`: all but
 * the fields with the name of a secret, which are masked.
 */
export type Redaction = "values" | "masked" | "nothing";

/** Returns which part of an exchange's bodies remains. */
export function redactionOf(operation: string | undefined, segments: readonly string[]): Redaction {
  if (operation !== undefined) return tokenOperations.has(operation) ? "masked" : "values";
  return segments.some(canDealInTokens) ? "nothing" : "values";
}

/**
 * Masks a value: each letter and each character beyond ASCII becomes an x, each digit and number a 0 (0.5 if it isn't an
 * integer). Names, booleans and null remain.
 */
export function mask(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\d/g, "0").replace(/[^ -@[-`{-~]/g, "x");
  if (typeof value === "number") return Number.isInteger(value) ? 0 : 0.5;
  if (Array.isArray(value)) return value.map(mask);
  return mapValues(value, mask);
}

/** Returns the credentials of a request and their parts, since some services repeat them as names of fields. */
export function credentialsOf(url: string, headers: readonly (readonly [string, string])[]): string[] {
  const query = [...new URLSearchParams(url.split("?").slice(1).join("?").split("#")[0])];
  return [...query, ...headers]
    .filter(([name]) => isSecretName(name))
    .flatMap(([, value]) => [value, ...value.split(/[\s=;,]+/)])
    .filter((value) => value.length >= 4);
}

/** Removes the fields whose names contain a credential. */
export function removeCredentials(value: unknown, credentials: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => removeCredentials(item, credentials));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !credentials.some((credential) => name.includes(credential)))
      .map(([name, inner]) => [name, removeCredentials(inner, credentials)]),
  );
}

/** Masks the fields that have the name of a secret. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  return mapValues(value, (inner, name) => (isSecretName(name) ? mask(inner) : maskSecrets(inner)));
}

function mapValues(value: unknown, transform: (value: unknown, name: string) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, transform(inner, name)]));
}
