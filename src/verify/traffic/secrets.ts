import { ledgerOperations } from "../../../generated/ledger.ts";
import { operations } from "../../../generated/operations.ts";
import { matcher } from "../../core/match.ts";
import { isRejection } from "../../core/rejection.ts";
import { isSecretName, mayDealInTokens } from "../../secret-names.ts";

const match = matcher(operations);

/** The id of the operation that a request is for; `undefined` if the contract has none. */
export function operationOf(method: string, segments: readonly string[]): string | undefined {
  const target = match(method, segments);
  return isRejection(target) ? undefined : target.id;
}

const tokenOperations = new Set(
  ledgerOperations
    .filter(({ area, name }) => area === "Authorization" || mayDealInTokens(name))
    .flatMap(({ operationId }) => operationId ?? []),
);

/**
 * How much of an exchange's bodies is kept. `masked`: the types, of an operation of the contract that deals in tokens.
 * `nothing`: the contract doesn't know the operation, and by its path it may deal in tokens.
 */
export type Kept = "values" | "masked" | "nothing";

export function keptOf(operation: string | undefined, segments: readonly string[]): Kept {
  if (operation !== undefined) return tokenOperations.has(operation) ? "masked" : "values";
  return segments.some(mayDealInTokens) ? "nothing" : "values";
}

/** A value of the same shape: each letter an x, each digit a 0. */
export function mask(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\d/g, "0").replace(/[^ -@[-`{-~]/g, "x");
  if (typeof value === "number") return Number.isInteger(value) ? 0 : 0.5;
  if (Array.isArray(value)) return value.map(mask);
  return mapValues(value, mask);
}

/** The credentials of a request: some services repeat them as names of fields. */
export function credentialsOf(url: string, headers: readonly (readonly [string, string])[]): string[] {
  const query = [...new URLSearchParams(url.split("?").slice(1).join("?").split("#")[0])];
  return [...query, ...headers]
    .filter(([name]) => isSecretName(name))
    .flatMap(([, value]) => [value, ...value.split(/[\s=;,]+/)])
    .filter((value) => value.length >= 4);
}

/** The value without fields whose names contain a credential. */
export function withoutCredentials(value: unknown, credentials: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutCredentials(item, credentials));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !credentials.some((credential) => name.includes(credential)))
      .map(([name, inner]) => [name, withoutCredentials(inner, credentials)]),
  );
}

/** The value with everything masked that stands under the name of a secret. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  return mapValues(value, (one, name) => (isSecretName(name) ? mask(one) : withoutSecrets(one)));
}

function mapValues(value: unknown, change: (value: unknown, name: string) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one, name)]));
}
