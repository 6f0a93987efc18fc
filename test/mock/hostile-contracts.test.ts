import { expect, test } from "vitest";
import { serve } from "./helpers.ts";

const response = (fields: object) => ({ responses: { 200: { description: "A value.", ...fields } } });
const contractOf = (get: object, path = "/value") => ({ openapi: "3.1.1", paths: { [path]: { get } } });
const headers = (names: readonly string[]) =>
  response({ headers: Object.fromEntries(names.map((name) => [name, { schema: {}, example: "chunked" }])) });
const contents = (types: readonly string[]) =>
  response({ content: Object.fromEntries(types.map((type) => [type, { example: "a" }])) });

const headerRule = "must be the name of a header, and none that the mock sets itself";
const typeRule = "must be a media type, such as application/json";
const pagination = (value: unknown) => ({ ...contents(["application/json"]), "x-pagination": value });

test.each<[string, contract: object, headers: Record<string, string | null>, rule?: string]>([
  [
    "header names that are none",
    contractOf(headers(["a b", "", "é", "a\r\nb: c", "X-Ok"])),
    { "x-ok": "chunked" },
    headerRule,
  ],
  [
    "headers that frame the message",
    contractOf(
      headers([
        "Transfer-Encoding",
        "content-length",
        "Connection",
        "Trailer",
        "Keep-Alive",
        "Upgrade",
        "Content-Encoding",
      ]),
    ),
    { "content-encoding": null, upgrade: null, "content-length": "0" },
    headerRule,
  ],
  [
    "a media type with a line break",
    contractOf(contents(["text/a\r\nb: c", "text/plain"])),
    { "content-type": "text/plain", b: null },
    typeRule,
  ],
  ["a media type beyond Latin-1", contractOf(contents(["text/☎"])), { "content-type": null }, typeRule],
  ["a media type without a name", contractOf(contents([""])), { "content-type": null }, typeRule],
  ["half a character in a path", contractOf(headers(["X-Ok"]), "/{\ud800}"), { "x-ok": "chunked" }],
  [
    "an object as the value of a header",
    contractOf(response({ headers: { a: { example: { toString: 1 } }, b: { example: [1, "x"] } } })),
    { a: '{"toString":1}', b: "1,x" },
  ],
  [
    "names of page inputs beyond Latin-1",
    contractOf(pagination({ items: "a", inputs: { 紙: "q" } })),
    { "mock-unspecified": "body, ?" },
  ],
  ["names of page inputs that objects have", contractOf(pagination({ items: "a", inputs: { constructor: "q" } })), {}],
  ["pagination that is none", contractOf(pagination("text")), {}],
  ["page inputs that are none", contractOf(pagination({ items: 5, inputs: [{}, 5] })), {}],
])("a contract with %s is served", async (_name, contract, expected, rule) => {
  const { ask, warnings } = await serve(contract);
  const answer = await ask("/value?q=true");
  expect([
    answer.status,
    Object.fromEntries(Object.keys(expected).map((name) => [name, answer.headers.get(name)])),
  ]).toEqual([200, expected]);
  await answer.text();
  if (rule !== undefined) expect(warnings().join("\n")).toContain(`: ${rule}.`);
});
