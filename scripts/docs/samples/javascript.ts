import type { Json } from "../../contract/json.ts";
import { literal } from "./literal.ts";
import { fieldsOnTheWire } from "./wire.ts";

export const javascript = (value: Json): string => literal("javascript", value);

/** A form has to be filled before it is sent. */
export const filledForm = (value: Json): string[] => [
  "const form = new FormData();",
  ...fieldsOnTheWire("", value).map(([name, text]) => `form.append(${javascript(name)}, ${javascript(text)});`),
];

/** Writes the use of an object: its main field is read and counted. */
export function objectLines(expression: string, field?: { name: string; isList: boolean }): string[] {
  if (!field || !/^[A-Za-z_$][\w$]*$/.test(field.name) || taken.has(field.name)) {
    return [`const result = ${expression};`, "console.log(Object.keys(result));"];
  }
  const { name, isList } = field;
  const printed = isList ? `\`\${${name}.length} ${name}\`` : `Object.keys(${name})`;
  return [`const { ${name} } = ${expression};`, `console.log(${printed});`];
}

/** The names that a sample gives itself. */
const taken = new Set(["phone", "url", "response", "form", "body", "default"]);
