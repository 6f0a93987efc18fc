import { expect, test } from "vitest";
import { createRedactor } from "../../src/mcp/redact.ts";

const string = { type: "string" };
const password = { type: "string", format: "password" };
const uri = { type: "string", format: "uri-reference" };
const map = { type: "object", additionalProperties: string };
const tree = { $ref: "#/components/schemas/Tree" };
const secretList = { type: "array", items: { type: "object", properties: { password } } };
const apiKey = { type: "apiKey", in: "header", name: "accessCode" };

function redact(schema: object, response: unknown, scheme: object = apiKey) {
  const treeFields = { label: string, children: { type: "array", items: tree } };
  const components = {
    schemas: { Tree: { properties: treeFields } },
    securitySchemes: { key: scheme },
  };
  return createRedactor({ components }, schema, "12345678")(response);
}

const fields = (properties: object, keywords: object = {}) => ({ properties, ...keywords });

test.each<[string, schema: object, response: unknown, value: unknown]>([
  [
    "a credential of the contract",
    fields({ accessCode: string }),
    { accessCode: "s" },
    { accessCode: "<MASKED>" },
  ],
  ["a password", fields({ p: password }), { p: "s" }, { p: "<MASKED>" }],
  ["the values of a map", map, { a: "s", b: null }, { a: "<MASKED>", b: "<MASKED>" }],
  [
    "the values of patterns",
    { patternProperties: { "^x-": string } },
    { "x-a": "s" },
    { "x-a": "<MASKED>" },
  ],
  [
    "a declared field with a secret's name, but no cursor",
    fields({ apiKey: string, passwords: {}, nextToken: string }),
    { apiKey: "s", passwords: ["s"], nextToken: "c" },
    { apiKey: "<MASKED>", passwords: "<MASKED>", nextToken: "c" },
  ],
  [
    "no list with a secret's name whose items have a known shape",
    fields({ tokens: { type: "array", items: tree } }),
    { tokens: [{ label: "x" }, { label: "y" }] },
    { tokens: [{ label: "x" }, { label: "y" }] },
  ],
  [
    "a map in addition to fields",
    fields({ a: string }, { additionalProperties: true }),
    { a: "x", b: "s" },
    { a: "x", b: "<MASKED>" },
  ],
  [
    "a password in a tuple",
    { prefixItems: [{}, fields({ p: password })] },
    [1, { p: "s" }],
    [1, { p: "<MASKED>" }],
  ],
  [
    "an unknown shape by its names",
    {},
    { password: { a: "s" }, nextToken: "c", count: 5, list: [{ apiKey: "s" }] },
    { password: "<MASKED>", nextToken: "c", count: 5, list: [{ apiKey: "<MASKED>" }] },
  ],
  [
    "the token in a text and in names",
    fields({ a: string }, { additionalProperties: true }),
    { a: "is 12345678", 12345678: "s" },
    { "<MASKED>": "<MASKED>", a: "<MASKED>" },
  ],
  [
    "no declared name with the token",
    fields({ is12345678: string }),
    { is12345678: "x" },
    { is12345678: "x" },
  ],
  ["the token as a number", fields({ a: { type: "integer" } }), { a: 12345678 }, { a: "<MASKED>" }],
  ["a URI without a host", fields({ a: uri }), { a: "u:p@example" }, { a: "<MASKED>" }],
  ["a URI that isn't one", fields({ a: uri }), { a: "https://h/a b?k=s" }, { a: "<MASKED>" }],
  ["the fragment of a URI", fields({ a: uri }), { a: "//h/x#f" }, { a: "//h/x#MASKED" }],
  // What isn't the declared object or list can contain a secret anywhere.
  [
    "an object in the place of a password",
    fields({ password }),
    { password: { a: "s" } },
    { password: "<MASKED>" },
  ],
  ["a text in the place of a map", fields({ map }), { map: "s" }, { map: "<MASKED>" }],
  ["a text in the place of an object with a password", secretList, ["s"], ["<MASKED>"]],
  [
    "a text in the place of an object",
    { type: "object", ...fields({ a: string }) },
    "s",
    "<MASKED>",
  ],
  [
    "an object in the place of a list of objects with passwords",
    secretList,
    { password: "s" },
    "<MASKED>",
  ],
  [
    "a list in the place of an object with a password",
    secretList,
    [[{ password: "s" }]],
    ["<MASKED>"],
  ],
  [
    "a number in the place of a choice of masked shapes",
    { anyOf: [secretList, map] },
    12,
    "<MASKED>",
  ],
  ["no null in the place of a password's object", secretList, [null], [null]],
  ["no text in the place of a number", fields({ a: { type: "integer" } }), { a: "x" }, { a: "x" }],
  ["no object in the place of a text", fields({ a: string }), { a: { b: 1 } }, { a: { b: 1 } }],
  [
    "no integer in the place of a number",
    fields({ a: { type: "number" }, map }),
    { a: 1 },
    { a: 1 },
  ],
])("the redactor masks %s", (_, schema, response, value) => {
  expect(redact(schema, response)).toEqual({ value, omitted: 0 });
});

test.each<[string, schema: object, response: unknown, value: unknown]>([
  ["undeclared", fields({ a: string }), { a: "x", b: "s" }, { a: "x" }],
  [
    "undeclared within a choice",
    { anyOf: [fields({ a: string }), fields({ b: string })] },
    { a: "x", c: "s" },
    { a: "x" },
  ],
])("the redactor leaves out a field: %s", (_, schema, response, value) => {
  expect(redact(schema, response)).toEqual({ value, omitted: 1 });
});

const word = "x".repeat(250_000);

test.each([
  ["see https://u:p@example.com/?k=s now", "see https://MASKED@example.com/?MASKED now"],
  [
    "https://u@h/x https://h/?k https://h/#f",
    "https://MASKED@h/x https://h/?MASKED https://h/#MASKED",
  ],
  ["wss://h:1/p https://h", "wss://h:1/p https://h"],
  ["mailto:a@b?token=z, tel:1;x?a=b#c=d", "mailto:a@b?MASKED tel:1;x?MASKED"],
  ["GET /p?token=z, why? #5", "GET /p?MASKED why? #5"],
  ["see //u:p@h/x?k, //h/x // and //h:p/w@h", "see //MASKED@h/x?MASKED //h/x // and <MASKED>"],
  [word, word],
  [`${word}://u:p@${word}`, `${word}://MASKED@${word}`],
])(
  "the redactor masks user info, query and fragment of the URLs in a text: %.60s",
  (text, value) => {
    expect(redact(fields({ a: string }), { a: text }).value).toEqual({ a: value });
  },
);

test.each<[string, isHook: boolean, response: unknown, value: unknown]>([
  [
    "of a relay",
    true,
    { url: "https://u:p@chat.example/T0/s?k#f" },
    { url: "https://chat.example/MASKED" },
  ],
  ["in a text", true, ["see wss://h:1/s, or //h\\s"], ["see wss://h:1/MASKED or //h/MASKED"]],
  [
    "without a path",
    true,
    ["https://h:1", "https://h/", "application/json"],
    ["https://h:1", "https://h", "application/json"],
  ],
  ["no path of another", false, { image: "https://h/p.png" }, { image: "https://h/p.png" }],
])("the redactor masks the path of a hook's URL: %s", (_, isHook, response, value) => {
  expect(createRedactor({}, {}, "12345678", isHook)(response).value).toEqual(value);
});

test.each([
  [apiKey, "ACCESSCODE"],
  [{ type: "http", scheme: "bearer" }, "Authorization"],
])("the redactor masks a field by the name of the credential %j in any case", (scheme, field) => {
  const schema = fields({ [field]: {}, other: string });
  expect(redact(schema, { [field]: { a: "s" }, other: "x" }, scheme).value).toEqual({
    [field]: "<MASKED>",
    other: "x",
  });
});

test("the redactor copies 100 levels, and masks what is deeper", () => {
  const nest = (depth: number, wrap: (value: unknown) => unknown, value: unknown = 1) =>
    Array.from({ length: depth }).reduce<unknown>(wrap, value);
  for (const wrap of [(value: unknown) => [value], (value: unknown) => ({ a: value })]) {
    expect(redact({}, nest(100, wrap)).value).toEqual(nest(100, wrap));
    expect(redact({}, nest(100_000, wrap)).value).toEqual(nest(101, wrap, "<MASKED>"));
  }
});
