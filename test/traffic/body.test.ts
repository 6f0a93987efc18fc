import { describe, expect, test } from "vitest";
import { decodeBody } from "../../src/traffic/body.ts";

type Recorded = Parameters<typeof decodeBody>[0];

const decode = (
  content: Recorded["content"],
  contentType?: string,
  rest: Partial<Recorded> = {},
) => {
  const body = decodeBody({ content, contentType, ...rest }, "values", (name) => name);
  return "value" in body.content ? body.content.value : body.content.missing;
};

test.each([
  ["a text", '\ufeff{"text":"Grüße"}'],
  ["UTF-8", Buffer.from('\ufeff{"text":"Grüße"}')],
])("a body is decoded from %s with a byte order mark", (_, content) => {
  expect(decode(content)).toEqual({ text: "Grüße" });
});

describe("a form has", () => {
  const encoded = "application/x-www-form-urlencoded";
  const parts = (...list: string[]) =>
    `${list.map((part) => `--x\r\n${part}\r\n`).join("")}--x--\r\n`;
  const part = (name: string, content: string, extra = "") =>
    `Content-Disposition: form-data; name="${name}"${extra}\r\n\r\n${content}`;
  const json = "\r\nContent-Type: application/json";

  test.each<[string, string, string, object]>([
    ["a list for a repeated field", `${encoded}; charset=utf-8`, "a=1&a=2", { a: ["1", "2"] }],
    [
      "the fields of a multipart body, JSON in a part, and files without their content",
      'Multipart/Form-Data; boundary="x"',
      parts(
        part("a", "1"),
        part("b", "2\r\n3"),
        part("f", "bytes", '; filename="a.csv"\r\nContent-Type: text/csv'),
        part("j", '{"b":1}', json),
        part("k", "{", json),
      ),
      { a: "1", b: "2\r\n3", f: "", j: { b: 1 }, k: "{" },
    ],
    [
      "its fields, if the boundary is in the body alone, and line breaks were changed",
      "multipart/form-data",
      parts(part("a", "1")).replaceAll("\r", ""),
      { a: "1" },
    ],
    [
      "its fields after a preamble, and a delimiter within a value",
      "multipart/form-data; boundary=x",
      `A form in parts.\r\n${parts(part("a", "1--x2"), part("b", "3"))}`,
      { a: "1--x2", b: "3" },
    ],
    ["no field of its own name", encoded, "__proto__=1", JSON.parse('{"__proto__":"1"}')],
  ])("%s", (_, contentType, text, value) => {
    expect(decode(text, contentType)).toEqual(value);
  });

  test("the recorded parameters that its text doesn't have", () => {
    const parameters = [
      ["file", ""],
      ["a", "other"],
    ] as const;
    expect(
      decode(parts(part("a", "1")), "multipart/form-data; boundary=x", { parameters }),
    ).toEqual({
      a: "1",
      file: "",
    });
    expect(decode("", "multipart/form-data", { parameters })).toEqual({ file: "", a: "other" });
  });

  test("a JSON value, if a client called that a form", () => {
    expect(decode('{"a":1}', encoded)).toEqual({ a: 1 });
  });

  test("no fields, if it has none that can be read", () => {
    expect(decode("bytes", "multipart/form-data; boundary=x")).toBe("not JSON");
    expect(decode("", encoded)).toBe("no content");
    expect(decode('{"a":1}', "application/json", { parameters: [["b", "2"]] })).toEqual({ a: 1 });
  });
});

test("a text is cut off if it has fewer bytes than its size", () => {
  expect(decode('{"ü', "application/json", { size: 5 })).toBe("cut off");
  expect(decode('{"ü', "application/json", { size: 4 })).toBe("not JSON");
});
