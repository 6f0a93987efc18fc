import { expect, test } from "vitest";
import { servePaths } from "./helpers.ts";

const text = { type: "string" };
const file = { type: "string", format: "binary" };
const respond = (content: object) => ({
  get: { responses: { 200: { description: "A.", content } } },
});

const png = { schema: { type: "string", contentMediaType: "image/png" } };
const gif = "GIF89a\u0001\0\u0001\0\0\0\0;";
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const stated = { ...file, example: "bytes" };
const noneOf = (type: string) => `The mock writes no ${type}: the body is a text.`;
test.each<
  [
    version: string,
    type: string,
    media: object,
    sentType: string,
    body: string,
    problem: string | null,
  ]
>([
  ["3.1.1", "image/*", {}, "image/gif", gif, null],
  ["3.1.1", "image/png", { example: "bytes" }, "image/png", "bytes", null],
  ["3.1.1", "image/png", png, "image/png", "string", noneOf("image/png")],
  ["3.1.1", "image/svg+xml; charset=utf-8", {}, "image/svg+xml; charset=utf-8", svg, null],
  ["3.1.1", "image/gif", { schema: stated }, "image/gif", "bytes", null],
  ["3.1.1", "application/pdf", { schema: stated }, "application/pdf", "bytes", null],
  ["3.1.1", "application/octet-stream", {}, "application/octet-stream", "string", null],
  [
    "3.0.3",
    "application/pdf",
    { schema: file },
    "application/pdf",
    "string",
    noneOf("application/pdf"),
  ],
  ["3.1.1", "audio/*", {}, "audio/mpeg", "string", noneOf("audio/mpeg")],
  ["3.1.1", "text/*", { schema: text }, "text/plain", "string", null],
  ["3.1.1", "*/*", { schema: text }, "text/plain", "string", null],
])(
  "in OpenAPI %s, a body of %s with %j is sent as %s, and isn't empty: %j, with the problem %j",
  async (openapi, type, media, sentType, body, problem) => {
    const { ask } = await servePaths({ "/a": respond({ [type]: media }) }, { openapi });
    const response = await ask("/a");
    const names = ["content-type", "mock-problem"];
    const [sent, told] = names.map((name) => response.headers.get(name));
    expect([sent, await response.text(), told]).toEqual([sentType, body, problem]);
  },
);

test("headers of negotiation are lists with qualities, whatever a parameter declares", async () => {
  const names = ["Accept-Language", "accept-encoding", "Accept-Charset"];
  const schema = { enum: ["es", "en"] };
  const parameters = names.map((name) => ({ name, in: "header", required: true, schema }));
  const get = { parameters, responses: { 204: { description: "Done." } } };
  const { ask } = await servePaths({ "/a": { get } });
  const headers = Object.fromEntries(names.map((name) => [name, "en-US,en;q=0.9"]));
  expect((await ask("/a", "", { headers })).status).toBe(204);
});

test.each([
  'name="file"; filename="a; name=b.pdf"',
  "name=\"file\"; filename*=UTF-8''a%3B%20name%3Db.pdf",
  "name=file",
])("a form has a part whose head is FORM-DATA; %s", async (head) => {
  const schema = { type: "object", properties: { file: text }, required: ["file"] };
  const content = { "multipart/form-data": { schema: { ...schema, additionalProperties: false } } };
  const post = { requestBody: { content }, responses: { 204: { description: "Done." } } };
  const mock = await servePaths({ "/a": { post } });
  const body = `--X\r\nContent-Disposition: FORM-DATA; ${head}\r\n\r\n1\r\n--X--\r\n`;
  const type = 'multipart/form-data; charset="UTF-8"; boundary="X"';
  const response = await mock.post("/a", body, type);
  expect([response.status, await response.text()]).toEqual([204, ""]);
});

test("a part of a form has one of the types that the contract lists for it, if it names its type", async () => {
  const schema = {
    type: "object",
    properties: { photo: text, note: text, meta: { type: "object" } },
  };
  const encoding = {
    photo: { contentType: "image/png, audio/*" },
    note: { contentType: "text/plain" },
    meta: { contentType: "application/json" },
    wrong: { contentType: 5 },
  };
  const content = { "multipart/form-data": { schema, encoding } };
  const post = { requestBody: { content }, responses: { 204: { description: "Done." } } };
  const mock = await servePaths({ "/a": { post } });
  const send = async (...parts: string[]) => {
    const written = parts.map((part) => `--X\r\nContent-Disposition: form-data; ${part}\r\n`);
    const body = `${written.join("")}--X--\r\n`;
    const response = await mock.post("/a", body, "multipart/form-data; boundary=X");
    return response.status === 204 ? 204 : (await response.json()).detail;
  };
  const part = (name: string, type: string, body = "a") =>
    `name="${name}"${type && `\r\nContent-Type: ${type}`}\r\n\r\n${body}`;
  const fileOf = (type: string) => part('photo"; filename="a', type);
  const problem = (name: string, types: string) =>
    `The field ${name} of the form must be of type ${types}.`;
  const note = part("note", "", "content-type: b");
  for (const parts of [
    [fileOf("image/png"), note],
    [fileOf("audio/mp3;rate=1")],
    [part("toString", "a/b")],
    [part("meta", "", "{}")],
    [part("wrong", "", "a")],
  ])
    expect(await send(...parts)).toBe(204);
  for (const other of [fileOf("image/gif"), part("photo", "text/plain")])
    expect(await send(note, other)).toBe(problem("photo", "image/png, audio/*"));
  expect(await send('filename="a"\r\n\r\na')).toBe("The body isn't a form.");
});
