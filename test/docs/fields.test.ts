import { expect, test } from "vitest";
import { describeCredentials } from "../../scripts/docs/model/credentials.ts";
import { createFieldReader, describeType } from "../../scripts/docs/model/fields.ts";
import { contractWith } from "../scripts/contract-copy.ts";

const tree = { type: "array", description: "A tree.", items: { $ref: "#/components/schemas/Tree" } };
const contract = contractWith((copy) => {
  Object.assign(copy.components, {
    schemas: { Tree: tree },
    securitySchemes: {
      key: { type: "apiKey", in: "query", name: "X-Key", description: "A key." },
      session: { type: "apiKey", in: "cookie", name: "session" },
      bearer: { type: "http", scheme: "bearer" },
      certificate: { type: "mutualTLS" },
    },
  });
});
const text = { type: "string" };

test.each<[schema: object, type: string]>([
  [{}, "any JSON"],
  [{ properties: {} }, "object"],
  [{ type: ["string", "null"] }, "string or null"],
  [{ const: "a" }, '"a"'],
  [{ const: null }, "null"],
  [{ enum: ["a", 1] }, '"a" or 1'],
  [{ anyOf: [text, { type: "null" }] }, "string or null"],
  [{ oneOf: [text, text] }, "string"],
  [{ allOf: [{}, { type: "integer" }] }, "integer"],
  [{ allOf: [{}] }, "any JSON"],
  [{ ...text, allOf: [{ type: "integer" }] }, "string"],
  [{ type: "object", additionalProperties: text }, "object of string"],
  [{ $ref: "#/components/schemas/Tree" }, "array of array"],
  [{ ...text, format: "date", default: "today" }, "string, date, default today"],
  [{ type: "integer", minimum: 0, default: 0 }, "integer, minimum 0, default 0"],
  [{ ...text, readOnly: true }, "string, read-only"],
  [{ ...text, writeOnly: true }, "string, write-only"],
  [{ type: "array", uniqueItems: true }, "array, uniqueItems"],
  [{ ...text, readOnly: false, writeOnly: false, uniqueItems: false }, "string"],
])("the type of %j is %j", (schema, type) => {
  expect(describeType(contract, schema as Parameters<typeof describeType>[1])).toBe(type);
});

test.each<[schema: object, description: string]>([
  [{ description: "A." }, "A."],
  [{ deprecated: true }, "Deprecated."],
  [{ description: "A.", deprecated: true }, "Deprecated. A."],
  [{ type: "array", description: "A.", items: { description: "B.", deprecated: true } }, "A. Each: Deprecated. B."],
  [{ type: "array", items: text }, ""],
  [{ allOf: [{ description: "A." }, {}, { description: "B." }] }, "A. B."],
  [{ description: "A.", allOf: [{ description: "B." }] }, "A."],
  [{ $ref: "#/components/schemas/Tree" }, "A tree."],
])("the description of %j is %j", (schema, description) => {
  const { readFields } = createFieldReader(contract, "a.html");
  expect(readFields({ properties: { a: schema } } as never, "writeOnly")[0]).toMatchObject({ name: "a", description });
});

test("a field is required or optional if that is known, and may be in one alternative", () => {
  const { readFields } = createFieldReader(contract, "a.html");
  const schema = { required: ["a"], properties: { a: text, b: text }, oneOf: [{ properties: { c: text } }] };
  const presences = (isKnown: boolean) =>
    readFields(schema, "writeOnly", isKnown).map(({ name, presence }) => `${name} ${presence}`);
  expect(presences(true)).toEqual(["a required", "b optional", "c optional in one alternative"]);
  expect(presences(false)).toEqual(["a ", "b ", "c in one alternative"]);
});

test.each<[security: object[], words: string | undefined, fields: string[]]>([
  [[], undefined, []],
  [[{}], undefined, []],
  [[{ key: [] }], "`X-Key`", ["X-Key, in the query: required"]],
  [[{ key: [] }, {}], "`X-Key`, or nothing", ["X-Key, in the query: optional"]],
  [
    [{ key: [], session: [] }, { bearer: [] }],
    "`X-Key` and `session` or `Authorization: Bearer`",
    [
      "X-Key, in the query: in one alternative",
      "session, in the cookie: in one alternative",
      "Authorization, in the header, with Bearer: in one alternative",
    ],
  ],
  [
    [{ key: [] }, { key: [], certificate: [] }],
    "`X-Key` or `X-Key` and `client certificate`",
    ["X-Key, in the query: required", "client certificate, in the connection: in one alternative"],
  ],
])("the security %j is described as %j, with a field for each credential", (security, words, fields) => {
  expect(describeCredentials(contract, security)).toBe(words);
  const { readCredentials } = createFieldReader(contract, "a.html");
  const describe = (isKnown: boolean) =>
    readCredentials(security, isKnown).map(
      ({ name, type, presence }) => `${name}, ${type?.replace("string, ", "")}: ${presence}`,
    );
  expect(describe(true)).toEqual(fields);
  expect(describe(false)).toEqual(fields.map((field) => field.replace(/: .*/, ": ")));
});

test("the one scheme of a contract is that of the token", () => {
  const withToken = contractWith((copy) => {
    copy.components.securitySchemes = { key: { type: "apiKey", in: "query", name: "key" } };
  });
  expect(describeCredentials(withToken, [{ key: [] }])).toBe("the token");
  expect(describeCredentials(withToken, [{}, { key: [] }])).toBe("the token, or nothing");
});
