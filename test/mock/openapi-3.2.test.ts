import { METHODS } from "node:http";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readDocument } from "../../src/document/read-document.ts";
import {
  rawRequest,
  sendRaw,
  serve,
  startFailure,
  statusOf,
  writeTemporaryFile,
} from "./helpers.ts";

const document = parse(`
openapi: 3.2.0
$self: https://example.com/openapi.json
jsonSchemaDialect: https://spec.openapis.org/oas/3.2/dialect/2025-09-17
info: { title: All that OpenAPI 3.2 adds, version: "1" }
servers: [{ url: /, name: local }]
tags: [{ name: inner, summary: Inner, parent: outer, kind: nav }]
paths:
  /search:
    query:
      requestBody: { required: true, content: { application/json: { schema: { required: [q] } } } }
      responses: &done { 204: { summary: Done } }
    additionalOperations:
      COPY: { parameters: [{ name: c, in: cookie, style: cookie, schema: {} }], responses: *done }
      FOO: { responses: *done }
  /form:
    get:
      parameters:
        - name: all
          in: querystring
          required: true
          content: { application/x-www-form-urlencoded: { schema: { $ref: "#/components/schemas/Form" } } }
      responses: *done
  /text:
    get: { parameters: [{ name: all, in: querystring, content: { application/jsonpath: {} } }], responses: *done }
  /stream:
    get:
      responses:
        200:
          content:
            application/jsonl: { $ref: "#/components/mediaTypes/Items" }
            multipart/mixed: { itemSchema: {}, prefixEncoding: [{}], itemEncoding: { encoding: { a: {} } } }
components:
  mediaTypes:
    Items:
      description: One after the other
      itemSchema: { type: integer }
      examples: { one: { dataValue: [1] }, text: { serializedValue: "2\\n" }, wrong: { dataValue: ["3"] } }
  schemas:
    Form: { type: object, required: [a], properties: { a: { type: integer }, b: { type: array } } }
    Pet: { discriminator: { propertyName: kind, defaultMapping: Pet }, xml: { nodeType: none } }
  securitySchemes:
    device:
      type: oauth2
      deprecated: true
      oauth2MetadataUrl: https://example.com
      flows: { deviceAuthorization: { deviceAuthorizationUrl: /a, tokenUrl: /b, scopes: { read: Reads. } } }
`);
const foo = `must be a method that Node ${process.version} takes`;

test.each<
  [feature: string, method: string, path: string, status: number, body?: string, text?: string]
>([
  ["QUERY with a body", "QUERY", "/search", METHODS.includes("QUERY") ? 204 : 400, '{"q":1}'],
  ["an additional method", "COPY", "/search", 204],
  ["a method that Node doesn't take", "FOO", "/search", 400],
  ["a form as the whole query", "GET", "/form?a=1&b=x&b=y", 204],
  [
    "a field of the whole query that is invalid",
    "GET",
    "/form?a=x",
    422,
    "",
    "all.a must be integer",
  ],
  ["the whole query that is missing", "GET", "/form", 422, "", "all is missing"],
  [
    "an undeclared field of the whole query",
    "GET",
    "/form?a=1&c=1",
    422,
    "",
    "no query parameter c",
  ],
  ["a whole query that isn't read", "GET", "/text?%24.a", 204, "", "The query all isn't a form"],
  ["a value of an example", "GET", "/stream?__example=one", 200, "", "\r\n1\n"],
  ["the text of an example", "GET", "/stream?__example=text", 200, "", "\r\n2\n"],
  ["an example that isn't valid", "GET", "/stream", 200, "", "example wrong: /0 must be integer."],
])("the mock takes %s: %s %s", async (_feature, method, path, status, body = "", text = "") => {
  const { mock, warnings } = await serve(document, { strict: true });
  const headers = body && `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const answer = await sendRaw(mock.port, rawRequest(`${method} ${path}`, headers, body));
  expect([statusOf(answer), answer]).toEqual([status, expect.stringContaining(text)]);
  // Nothing but this is wrong, whatever is asked for.
  expect(warnings()[0]).toContain(`#/paths/~1search/additionalOperations/FOO: ${foo}.`);
  expect(warnings().filter((line) => line.includes("#"))).toHaveLength(1);
});

test("references to other files are followed in what OpenAPI 3.2 adds", async () => {
  const file = writeTemporaryFile("integer.json", '{"type":"integer"}');
  const text = JSON.stringify(document).replaceAll(
    '{"type":"integer"}',
    JSON.stringify({ $ref: file }),
  );
  const contract = writeTemporaryFile("openapi.json", text);
  expect(JSON.stringify(await readDocument(contract, expect.unreachable))).not.toContain(file);
  expect(await startFailure(contract)).toBe("it started");
});
