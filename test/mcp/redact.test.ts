import { expect, test } from "vitest";
import { createRedactor } from "../../src/mcp/redact.ts";
import { readData } from "../data.ts";

type Row = { schema: object; response: unknown; value: unknown; isHook?: boolean };

const { masks, omits, texts, hooks } = readData("mcp/redact.yaml") as Record<
  "masks" | "omits" | "hooks",
  Record<string, Row>
> & { texts: Record<string, string> };

const string = { type: "string" };
const tree = { $ref: "#/components/schemas/Tree" };
const apiKey = { type: "apiKey", in: "header", name: "accessCode" };

function redact(schema: object, response: unknown, scheme: object = apiKey) {
  const treeFields = { label: string, children: { type: "array", items: tree } };
  const components = {
    schemas: { Tree: { properties: treeFields } },
    securitySchemes: { key: scheme },
  };
  return createRedactor({ components }, schema, "12345678")(response);
}

const fields = (properties: object) => ({ properties });

test.each(Object.entries(masks))("the redactor masks %s", (_, { schema, response, value }) => {
  expect(redact(schema, response)).toEqual({ value, omitted: 0 });
});

test.each(Object.entries(omits))(
  "the redactor leaves out a field: %s",
  (_, { schema, response, value }) => {
    expect(redact(schema, response)).toEqual({ value, omitted: 1 });
  },
);

const word = "x".repeat(250_000);

test.each([
  ...Object.entries(texts),
  [word, word],
  [`${word}://u:p@${word}`, `${word}://MASKED@${word}`],
])(
  "the redactor masks user info, query and fragment of the URLs in a text: %.60s",
  (text, value) => {
    expect(redact(fields({ a: string }), { a: text }).value).toEqual({ a: value });
  },
);

test.each(Object.entries(hooks))(
  "the redactor masks the path of a hook's URL: %s",
  (_, { isHook, response, value }) => {
    expect(createRedactor({}, {}, "12345678", isHook)(response).value).toEqual(value);
  },
);

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
