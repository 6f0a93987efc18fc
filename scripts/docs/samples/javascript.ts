import type { Json } from "../../contract/json.ts";
import { writeLiteral } from "./literal.ts";
import { fieldsOnTheWire } from "./wire.ts";

export const toJavaScript = (value: Json): string => writeLiteral("javascript", value);

/** Writes the lines that fill in a form. */
export const formLines = (value: Json): string[] => [
  "const form = new FormData();",
  ...fieldsOnTheWire("", value).map(([name, text]) => `form.append(${toJavaScript(name)}, ${toJavaScript(text)});`),
];

/** Writes the lines that read an object's main field and print its size. */
export function objectLines(expression: string, field?: { name: string; isList: boolean }): string[] {
  if (!field || !/^[A-Za-z_$][\w$]*$/.test(field.name) || reservedNames.has(field.name)) {
    return [`const result = ${expression};`, "console.log(Object.keys(result));"];
  }
  const { name, isList } = field;
  const sizeExpression = isList ? `\`\${${name}.length} ${name}\`` : `Object.keys(${name})`;
  return [`const { ${name} } = ${expression};`, `console.log(${sizeExpression});`];
}

/** The names of a sample's own variables. */
const reservedNames = new Set(["phone", "url", "response", "form", "body", "default"]);
