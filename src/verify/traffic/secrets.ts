import { ledgerOperations } from "../../../generated/ledger.ts";
import { operations } from "../../../generated/operations.ts";
import { matcher } from "../../core/match.ts";
import { isRejection } from "../../core/rejection.ts";

const match = matcher(operations);

/** The id of the operation that a request is for; `undefined` if the contract has none. */
export function operationOf(method: string, segments: readonly string[]): string | undefined {
  const target = match(method, segments);
  return isRejection(target) ? undefined : target.id;
}

/** The words of a name: `userId`, `user_id` and `User-Id` have the same two. */
const words = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);

const secretWords = new Set(
  `token tokens secret secrets password passwords passwd pwd passphrase authorization auth oauth jwt bearer cookie
  credential credentials apikey signature otp pin session csrf xsrf headers`.split(/\s+/),
);

// Traffic has the same names over and over. What is beyond them may be data.
const decided = new Map<string, boolean>();
const maxDecided = 2000;

/** Whether a parameter, a header or a property has the name of a secret. Relays keep theirs in `headers`. */
export function isSecretName(name: string): boolean {
  const known = decided.get(name);
  if (known !== undefined) return known;
  const isSecret = words(name).some((word) => secretWords.has(word)) || secretKey.test(name);
  if (decided.size < maxDecided) decided.set(name, isSecret);
  return isSecret;
}
const secretKey = /(api|access|private|signing|secret)[-_ ]?key/i;

const tokenWords = /token|auth|login|logon|signin|session|passw|secret|credential|api-?_?key|otp|jwt|sso|saml|verif/i;

const tokenOperations = new Set(
  ledgerOperations
    .filter(({ area, name }) => area === "Authorization" || tokenWords.test(name))
    .flatMap(({ operationId }) => operationId ?? []),
);

/**
 * How much of an exchange's bodies is kept. `masked`: the types, of an operation of the contract that deals in tokens.
 * `nothing`: the contract doesn't know the operation, and by its path it may deal in tokens.
 */
export type Kept = "values" | "masked" | "nothing";

export function keptOf(operation: string | undefined, segments: readonly string[]): Kept {
  if (operation !== undefined) return tokenOperations.has(operation) ? "masked" : "values";
  return segments.some((segment) => tokenWords.test(segment)) ? "nothing" : "values";
}

/** A value of the same shape: each letter an x, each digit a 0. */
export function mask(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\d/g, "0").replace(/[^ -@[-`{-~]/g, "x");
  if (typeof value === "number") return Number.isInteger(value) ? 0 : 0.5;
  if (Array.isArray(value)) return value.map(mask);
  return mapValues(value, mask);
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
