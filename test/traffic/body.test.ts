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

describe("a body is decoded from", () => {
  const text = '{"text":"Grüße"}';
  const value = { text: "Grüße" };
  test.each<[string, Recorded["content"], string?]>([
    ["a text", text],
    ["a text with a byte order mark", `\ufeff${text}`],
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${text}`)],
    ["UTF-8 whose charset is named", Buffer.from(text), "application/json; charset=UTF-8"],
  ])("%s", (_, content, contentType) => {
    expect(decode(content, contentType)).toEqual(value);
  });
});

describe("a form has", () => {
  const encoded = "application/x-www-form-urlencoded";
  const parts = (...list: string[]) =>
    `${list.map((part) => `--x\r\n${part}\r\n`).join("")}--x--\r\n`;
  const part = (name: string, content: string, extra = "") =>
    `Content-Disposition: form-data; name="${name}"${extra}\r\n\r\n${content}`;

  test.each<[string, string, string, object]>([
    ["its fields", encoded, "a=1&b=2+3", { a: "1", b: "2 3" }],
    [
      "a list for a repeated field",
      `${encoded}; charset=utf-8`,
      "a=1&a=2&a=3",
      { a: ["1", "2", "3"] },
    ],
    [
      "the fields of a multipart body",
      "multipart/form-data; boundary=x",
      parts(part("a", "1"), part("b", "2\r\n3")),
      { a: "1", b: "2\r\n3" },
    ],
    [
      "a field whose name has no quotes",
      "multipart/form-data; boundary=x",
      parts(part("a", "1").replaceAll('"', "")),
      { a: "1" },
    ],
    [
      "a list for a repeated part",
      'Multipart/Form-Data; boundary="x"',
      parts(part("a", "1"), part("a", "2")),
      { a: ["1", "2"] },
    ],
    [
      "files without their content",
      "multipart/form-data; boundary=x",
      parts(part("f", "bytes", '; filename="a.csv"\r\nContent-Type: text/csv')),
      { f: "" },
    ],
    [
      "no field of what a file's name contains",
      "multipart/form-data; boundary=x",
      parts(
        'Content-Disposition: form-data; filename="a; name=b; c.pdf"; name="f"\r\n\r\n1',
        part("g", "1", '; filename="a\\"; name=b.pdf"'),
        part("h", "1", '; filename="a"; name="b.pdf"'),
        part("i", "1", '; filename="a; name=b'),
        'Content-Disposition: form-data; filename="a" b; name=b\r\n\r\n1',
      ),
      { f: "", g: "", h: "", i: "" },
    ],
    [
      "a file whose name is encoded, and a field in capitals",
      "multipart/form-data; boundary=x",
      parts(
        part("f", "1", "; filename*=UTF-8''a%3B%20name%3Db"),
        "CONTENT-DISPOSITION: FORM-DATA; NAME=a\r\n\r\n1",
      ),
      { f: "", a: "1" },
    ],
    [
      "a field whose name ends with a backslash",
      "multipart/form-data; boundary=x",
      parts(part("a\\", "1", '; filename="b"')),
      { "a\\": "" },
    ],
    [
      "JSON of a part",
      "multipart/form-data; boundary=x",
      parts(part("a", '{"b":1}', "\r\nContent-Type: application/json")),
      { a: { b: 1 } },
    ],
    [
      "the text of a part that isn't JSON",
      "multipart/form-data; boundary=x",
      parts(part("a", "{", "\r\nContent-Type: application/json")),
      { a: "{" },
    ],
    [
      "its fields, if the boundary is in the body alone",
      "multipart/form-data",
      parts(part("a", "1")),
      { a: "1" },
    ],
    [
      "its fields, if line breaks were changed",
      "multipart/form-data; boundary=x",
      parts(part("a", "1")).replaceAll("\r", ""),
      { a: "1" },
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
