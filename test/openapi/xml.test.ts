import { expect, test } from "vitest";
import { writeXml } from "../../src/openapi/xml.ts";

const string = { type: "string" };
const schemas = {
  Moon: {
    properties: {
      id: { type: "integer", xml: { attribute: true } },
      name: { type: "string", xml: { name: "Name" } },
      craters: { type: "array", items: string },
      phases: {
        type: "array",
        items: { type: "string", xml: { name: "phase" } },
        xml: { wrapped: true },
      },
    },
  },
  Sun: {
    xml: { name: "sun", prefix: "s", namespace: "http://example.com/sun" },
    properties: { size: string },
  },
};
const write = (schema: unknown, value: unknown) =>
  writeXml({ components: { schemas } }, schema, value);
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test("fields are elements or attributes with the names that the schema gives them", () => {
  expect(
    write(reference("Moon"), { id: 1, name: "Io", craters: ["a", "b"], phases: ["new", "full"] }),
  ).toBe(
    '<Moon id="1"><Name>Io</Name><craters>a</craters><craters>b</craters>' +
      "<phases><phase>new</phase><phase>full</phase></phases></Moon>",
  );
});

test("a name can have a prefix and a namespace", () => {
  const text = '<s:sun xmlns:s="http://example.com/sun"><size>big</size></s:sun>';
  expect(write(reference("Sun"), { size: "big" })).toBe(text);
});

test("the whole has one element, also of a list, and without a name", () => {
  expect(write({ type: "array", items: { xml: { name: "id" } } }, [1, 2])).toBe(
    "<xml><id>1</id><id>2</id></xml>",
  );
  expect(write({}, { a: null, b: { c: true } })).toBe("<xml><a></a><b><c>true</c></b></xml>");
  expect(write({}, 5)).toBe("<xml>5</xml>");
});

test("marks of XML in values are escaped", () => {
  expect(write(reference("Moon"), { id: '"', name: "a<b>&c" })).toBe(
    '<Moon id="&quot;"><Name>a&lt;b&gt;&amp;c</Name></Moon>',
  );
});
