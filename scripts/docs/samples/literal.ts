import { isObject, type Json } from "../../contract/json.ts";

interface Dialect {
  /** The words that differ from JSON's. */
  words: Record<string, string>;
  /** The space within the braces of an object on one line. */
  space: string;
  writeKey(name: string): string;
}

const javaScript: Dialect = {
  words: {},
  space: " ",
  writeKey: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
};
const python: Dialect = { words: { true: "True", false: "False", null: "None" }, space: "", writeKey: JSON.stringify };

export const toJavaScript = (value: Json): string => writeLiteral(javaScript, value, "", "  ");
export const toPython = (value: Json): string => writeLiteral(python, value, "    ", "    ");

/** Writes a value as a person would in a program: on one line if it fits. */
function writeLiteral(dialect: Dialect, value: Json, indent: string, step: string): string {
  const text = JSON.stringify(value);
  if (!Array.isArray(value) && !isObject(value)) return dialect.words[text] ?? text;
  const [open, close, space] = Array.isArray(value) ? ["[", "]", ""] : ["{", "}", dialect.space];
  const itemsAt = (depth: string) =>
    Array.isArray(value)
      ? value.map((item) => writeLiteral(dialect, item, depth, step))
      : Object.entries(value).map(
          ([name, item]) => `${dialect.writeKey(name)}: ${writeLiteral(dialect, item as Json, depth, step)}`,
        );
  const items = itemsAt(indent);
  if (items.length === 0) return `${open}${close}`;
  const line = `${open}${space}${items.join(", ")}${space}${close}`;
  if (indent.length + line.length <= 80 && !line.includes("\n")) return line;
  const depth = `${indent}${step}`;
  return `${open}\n${itemsAt(depth)
    .map((item) => `${depth}${item},\n`)
    .join("")}${indent}${close}`;
}
