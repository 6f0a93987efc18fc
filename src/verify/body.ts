import type { DeclaredBody } from "../../generated/declared.ts";
import { keysOf, pointerOf, valueAt } from "../openapi/pointer.ts";
import type { ExchangeFinding } from "./findings.ts";
import { isPlainName, typeOf } from "./names.ts";
import type { Content } from "./traffic/exchange.ts";

/** The findings in the body of a success, in words that a report may contain. */
export const bodyFindings = ({ value, findings = [] }: Content, declared: DeclaredBody) =>
  findings.map(({ kind, pointer, message }): Omit<ExchangeFinding, "operation"> => {
    const keys = keysOf(pointer);
    return {
      kind: kind === "contradiction" ? kind : "new",
      place: "body",
      pointer: printable(keys, value, declared),
      contract: contractWords[kind] ?? message,
      seen: typeOf(valueAt(value, keys)),
      ...(kind === "unknown-presence" && { unknown: "field-presence" }),
    };
  });

const contractWords: Partial<Record<string, string>> = {
  "unknown-field": "no such field",
  "unknown-presence": "listed",
};

/** A pointer without data: the contract's names, and plain ones at its end. */
function printable(keys: readonly string[], body: unknown, { fields }: DeclaredBody): string {
  return pointerOf(
    keys.map((key, index) => {
      const isIndex = Array.isArray(valueAt(body, keys.slice(0, index)));
      const isNew = index === keys.length - 1 && isPlainName(key);
      return !isIndex && (fields.includes(key) || isNew) ? key : "*";
    }),
  );
}
