import { expect, test } from "vitest";
import { types } from "../../../scripts/generate/types.ts";
import { contractWith } from "../contract-copy.ts";

const admin = { const: "admin" };
const string = { type: "string" };
const none = { type: "null" };
const open = '"admin" | (string & {})';
const pair = `\`\${number}:\${number}\``;
const pattern = "^-?[0-9]+:-?[0-9]+$";

test.each<[name: string, schema: object, type: string]>([
  ["an open set", { anyOf: [admin, string] }, open],
  ["an open set that is an enum", { anyOf: [{ enum: ["admin", "user"] }, string] }, '"admin" | "user" | (string & {})'],
  ["an open set, or null", { anyOf: [admin, string, none] }, `(${open}) | null`],
  ["an open set whose string may be null", { anyOf: [admin, { type: ["string", "null"] }] }, `(${open}) | null`],
  ["an open set whose enum holds null", { anyOf: [{ enum: ["admin", null] }, string] }, `(${open}) | null`],
  ["an open set with null as a constant", { anyOf: [admin, string, { const: null }] }, `(${open}) | null`],
  ["a set of a number too", { anyOf: [admin, { const: 5 }, string] }, '"admin" | 5 | string'],
  ["a set of any number too", { anyOf: [admin, { type: ["string", "integer"] }] }, '"admin" | (string | number)'],
  ["a set with another schema", { anyOf: [admin, string, {}] }, '"admin" | string | unknown'],
  ["a closed set", { anyOf: [admin, { const: "user" }] }, '"admin" | "user"'],
  ["a pair of integers", { type: "string", pattern }, pair],
  ["a pair of integers, or null", { type: ["string", "null"], pattern }, `${pair} | null`],
  ["another pattern", { type: ["string", "null"], pattern: "^[0-9]+$" }, "string | null"],
])("%s", async (_, schema, type) => {
  const text = await types(contractWith(({ components }) => Object.assign(components.schemas, { Added: schema })));
  expect(/^ {8}Added: (.*);$/m.exec(text)?.[1]).toBe(type);
});
