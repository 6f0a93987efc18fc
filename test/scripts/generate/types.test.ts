import { expect, test } from "vitest";
import { readTypes } from "../../../scripts/generate/types/read-types.ts";
import { contractWith, objectAt, tokens } from "../contract-copy.ts";

const admin = { const: "admin" };
const string = { type: "string" };
const nullType = { type: "null" };
const open = '"admin" | (string & {})';
const pair = `\`\${number}:\${number}\``;
const pattern = "^-?[0-9]+:-?[0-9]+$";

test.each<[name: string, schema: object, type: string]>([
  ["an open set", { anyOf: [admin, string] }, open],
  ["an open set that is an enum", { anyOf: [{ enum: ["admin", "user"] }, string] }, '"admin" | "user" | (string & {})'],
  ["an open set, or null", { anyOf: [admin, string, nullType] }, `${open} | null`],
  ["an open set whose string may be null", { anyOf: [admin, { type: ["string", "null"] }] }, `${open} | null`],
  ["an open set whose enum contains null", { anyOf: [{ enum: ["admin", null] }, string] }, `${open} | null`],
  ["an open set with null as a constant", { anyOf: [admin, string, { const: null }] }, `${open} | null`],
  ["a set of a number too", { anyOf: [admin, { const: 5 }, string] }, '"admin" | 5 | string'],
  ["a set of any number too", { anyOf: [admin, { type: ["string", "integer"] }] }, '"admin" | (string | number)'],
  ["a set with another schema", { anyOf: [admin, string, {}] }, '"admin" | string | unknown'],
  ["a closed set", { anyOf: [admin, { const: "user" }] }, '"admin" | "user"'],
  ["a pair of integers", { type: "string", pattern }, pair],
  ["a pair of integers, or null", { type: ["string", "null"], pattern }, `${pair} | null`],
  ["another pattern", { type: ["string", "null"], pattern: "^[0-9]+$" }, "string | null"],
])("%s", async (_, schema, type) => {
  const contractTypes = await readTypes(
    contractWith(({ components }) => Object.assign(components.schemas, { Added: schema })),
  );
  expect(contractTypes.at(["components", "schemas", "Added"], "received")?.text).toBe(type);
  expect(/^ {8}Added: (.*);$/m.exec(contractTypes.schema)?.[1]).toBe(type);
});

test("a reference to a property of a schema has the type of the property", async () => {
  const contractTypes = await readTypes(
    contractWith(({ components }) =>
      Object.assign(components.schemas, {
        Label: { type: "object", properties: { text: { type: "string" } } },
        Added: { $ref: "#/components/schemas/Label/properties/text" },
      }),
    ),
  );
  expect(contractTypes.at(["components", "schemas", "Added"], "received")?.text).toBe("string");
});

test("the schema has the responses of success first", async () => {
  const contractTypes = await readTypes(
    contractWith((contract) =>
      Object.assign(objectAt(contract, ...tokens, "responses"), { "401": { description: "No." } }),
    ),
  );
  const [, responses = ""] = /listTokens: \{.*?responses: \{(.*?)\n {8}\};/s.exec(contractTypes.schema) ?? [];
  expect(responses.match(/(?<=^ {12})("?\w+"?)(?=: )/gm)).toEqual(['"2XX"', "401", "default"]);
});

test("a type has the fields of its side, and no marker", async () => {
  const contractTypes = await readTypes(
    contractWith(({ components }) =>
      Object.assign(components.schemas, {
        Sided: {
          type: "object",
          required: ["id", "secret", "label"],
          properties: {
            id: { type: "integer", readOnly: true },
            secret: { type: "string", writeOnly: true },
            label: { type: "string" },
          },
        },
      }),
    ),
  );
  const fields = (side: "sent" | "received") =>
    contractTypes.at(["components", "schemas", "Sided"], side)?.text.match(/\w+: \w+/g);
  expect(fields("sent")).toEqual(["secret: string", "label: string"]);
  expect(fields("received")).toEqual(["id: number", "label: string"]);
});
