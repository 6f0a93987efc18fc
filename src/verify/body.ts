import type { DeclaredBody } from "../../generated/declared.ts";
import { keysOf, pointerOf, valueAt } from "../openapi/pointer.ts";
import type { ExchangeFinding } from "./findings.ts";
import { isPlainName, typeOrAbsent } from "./names.ts";
import type { BodyContent } from "./traffic/exchange.ts";

/** Converts the findings of a success's schema to findings that a report may contain. */
export const bodyFindingsOf = ({ value, findings = [] }: BodyContent, declaredBody: DeclaredBody) =>
  findings.map(({ kind, pointer, message }): Omit<ExchangeFinding, "operation"> => {
    const keys = keysOf(pointer);
    return {
      kind: kind === "contradiction" ? kind : "new",
      place: "body",
      pointer: redactPointer(keys, value, declaredBody),
      contract: contractWords[kind] ?? message,
      seen: typeOrAbsent(valueAt(value, keys)),
      ...(kind === "unknown-presence" && { unknown: "field-presence" }),
    };
  });

const contractWords: Partial<Record<string, string>> = {
  "unknown-field": "no such field",
  "unknown-presence": "listed",
};

/** Replaces the keys of a pointer that can be data by `*`. The contract's names remain, and a plain name at the end. */
function redactPointer(keys: readonly string[], body: unknown, { fields }: DeclaredBody): string {
  return pointerOf(
    keys.map((key, index) => {
      const isIndex = Array.isArray(valueAt(body, keys.slice(0, index)));
      const isNew = index === keys.length - 1 && isPlainName(key);
      return !isIndex && (fields.includes(key) || isNew) ? key : "*";
    }),
  );
}
