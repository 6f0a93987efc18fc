import type { DeclaredBody } from "../../generated/declared.ts";
import { ledgerUnknowns } from "../../generated/ledger.ts";
import type { Finding } from "../errors.ts";
import type { VerifiableContract } from "./contract.ts";
import type { ExchangeFinding } from "./findings.ts";
import { isPlainName, keysOf, pointerOf, typeOf, valueAt } from "./names.ts";

// While the contract marks it, it leaves open whether a listed field can be absent or null.
const presence = ledgerUnknowns.find(({ id }) => id === "field-presence")?.id;

type BodyFinding = Omit<ExchangeFinding, "operation" | "place">;

/** Compares the body of a success with its schema. */
export function compareBody(
  { operations, validate }: VerifiableContract,
  operation: string,
  body: unknown,
  masked: boolean,
  declared: DeclaredBody,
): BodyFinding[] {
  const isEnvelope = /\benvelope\b/.test(operations[operation]?.expects ?? "");
  const findings = validate(operation, body).filter((finding) => !(masked && isOfMaskedValue(finding, body)));
  return [...byPlace(findings)].map(([pointer, messages]) => {
    const keys = keysOf(pointer);
    const value = valueAt(body, keys);
    const place = { pointer: printable(keys, body, declared), seen: typeOf(value) };
    if (messages.includes(unknownField)) return { kind: "new", ...place, contract: "no such field" };
    // An envelope without `success: true` is no success, whatever else is unknown.
    if (pointer === "/success" && isEnvelope) return { kind: "contradiction", ...place, contract: "true" };
    const contract = sentence(messages);
    const isOpen = presence !== undefined && (value === undefined || value === null);
    if (isOpen) return { kind: "new", ...place, contract: value === null ? contract : "listed", unknown: presence };
    return { kind: "contradiction", ...place, contract };
  });
}

const unknownField = "isn't in the contract";
const choice = /^must match (a schema in anyOf|exactly one schema in oneOf)$/;

// A masked string is no longer the one that the contract lists.
const isOfMaskedValue = ({ message, pointer }: Finding, body: unknown) =>
  /^must be equal to/.test(message) && typeof valueAt(body, keysOf(pointer)) === "string";

/** The messages of each place. What lies below a choice between schemas that all fail belongs to the choice. */
function byPlace(findings: readonly Finding[]): Map<string, string[]> {
  const choices = findings.filter(({ message }) => choice.test(message)).map(({ pointer }) => `${pointer}/`);
  const places = new Map<string, string[]>();
  for (const { pointer, message } of findings) {
    if (choices.some((above) => pointer.startsWith(above))) continue;
    places.set(pointer, [...(places.get(pointer) ?? []), message]);
  }
  return places;
}

function sentence(messages: readonly string[]): string {
  const own = messages.filter((message) => !choice.test(message));
  if (own.length === 0) return messages[0] ?? "";
  return own.join(own.length < messages.length ? " or " : " and ");
}

/** A pointer without data: the contract's own names, and plain ones at its end. */
function printable(keys: readonly string[], body: unknown, { fields }: DeclaredBody): string {
  return pointerOf(
    keys.map((key, at) => {
      const isIndex = Array.isArray(valueAt(body, keys.slice(0, at)));
      const isNew = at === keys.length - 1 && isPlainName(key);
      return !isIndex && (fields.includes(key) || isNew) ? key : "*";
    }),
  );
}
