import { stringify } from "yaml";
import type { NewOperation } from "./insertions.ts";

/** The operation below its path, as the contract writes one of which nothing else is known. */
export function skeleton({ id, method, path, area, name }: NewOperation): string {
  const unknown = id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const values = path.match(/(?<={)[^}]+(?=})/g) ?? [];
  const parameters = values.length > 0 ? ["parameters:", ...values.flatMap((value) => pathValue(unknown, value))] : [];
  const other =
    values.length > 0
      ? `${unknown}-inputs: Query and header inputs other than the token`
      : `${unknown}-parameters: Request parameters`;
  const lines = [
    `operationId: ${id}`,
    `tags: [${area}]`,
    `summary: ${scalar(sentenceCase(name))}`,
    "description: Only this operation's area, name, method and path are known.",
    "x-repeatable: false",
    "x-not-shown:",
    `  ${unknown}-details: Details beyond the area, name, method and path`,
    `  ${unknown}-token: Token requirement`,
    `  ${other}`,
    `  ${unknown}-payload: Request payload`,
    ...parameters,
    "responses:",
    "  2XX:",
    "    description: A successful response.",
    "    x-not-shown:",
    `      ${unknown}-success-status: Status code of a successful response`,
    `      ${unknown}-answer: Shape of the response body`,
    "    content:",
    "      application/json:",
    "        schema: {}",
    "  default:",
    '    $ref: "#/components/responses/Failure"',
  ];
  return [`    ${method.toLowerCase()}:`, ...lines.map((line) => `      ${line}`)].join("\n");
}

const pathValue = (unknown: string, name: string): string[] => [
  `  - name: ${name}`,
  "    in: path",
  "    required: true",
  "    description: A value of the path.",
  "    schema: {}",
  "    x-not-shown:",
  `      ${unknown}-${kebab(name)}-type: Type and meaning of \`${name}\``,
  "    examples:",
  "      placeholder:",
  "        summary: A placeholder, not a real value",
  `        value: example-${kebab(name)}`,
];

const kebab = (name: string) =>
  name
    .replaceAll(/(?<=.)[A-Z]/g, (letter) => `-${letter}`)
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .toLowerCase();

/** "List agent versions" of "List Agent Versions"; names in capitals, such as SIP, stay. */
const sentenceCase = (name: string) =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase());

export const scalar = (text: string): string => stringify(text, { lineWidth: 0 }).trim();
