import type { Json } from "../../contract/json.ts";

/** Writes a value as a person would in JavaScript: on one line if it fits. */
export function toJavaScript(value: Json): string {
  const text = JSON.stringify(value, null, 2).replaceAll(/"([A-Za-z_$][\w$]*)": /g, "$1: ");
  const line = text.replaceAll(/(?<=\[)\n *|\n *(?=\])/g, "").replaceAll(/\n */g, " ");
  return line.length <= 80 ? line : text;
}

/** Writes a value in Python, whose literals differ from JSON in three words. */
export const toPython = (value: Json): string =>
  JSON.stringify(value, null, 4).replaceAll(
    /"(?:\\.|[^"\\])*"|true|false|null/g,
    (token) => ({ true: "True", false: "False", null: "None" })[token] ?? token,
  );
