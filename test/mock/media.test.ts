import { expect, test } from "vitest";
import { serve } from "./helpers.ts";

const text = { type: "string" };
const file = { type: "string", format: "binary" };
const respond = (content: object) => ({
  get: { responses: { 200: { description: "A.", content } } },
});

test.each<[version: string, type: string, media: object, sentType: string, body: string]>([
  ["3.1.1", "image/*", {}, "image/gif", "GIF89a\u0001\0\u0001\0\0\0\0;"],
  ["3.0.3", "image/*", { schema: file }, "image/gif", "GIF89a\u0001\0\u0001\0\0\0\0;"],
  ["3.1.1", "image/gif", { schema: text }, "image/gif", "GIF89a\u0001\0\u0001\0\0\0\0;"],
  ["3.1.1", "image/png", { example: "bytes" }, "image/png", "bytes"],
  ["3.1.1", "application/octet-stream", {}, "application/octet-stream", "string"],
  ["3.0.3", "application/octet-stream", { schema: file }, "application/octet-stream", "string"],
  ["3.1.1", "application/pdf", { schema: {} }, "application/pdf", "string"],
  ["3.1.1", "audio/*", {}, "audio/mpeg", "string"],
  ["3.1.1", "text/*", { schema: text }, "text/plain", "string"],
  ["3.1.1", "*/*", { schema: text }, "text/plain", "string"],
])(
  "in OpenAPI %s, a body of %s with %j is sent as %s, and isn't empty",
  async (openapi, type, media, sentType, body) => {
    const { ask } = await serve({
      openapi,
      info: { title: "A", version: "1" },
      paths: { "/a": respond({ [type]: media }) },
    });
    const response = await ask("/a");
    expect([response.headers.get("content-type"), await response.text()]).toEqual([sentType, body]);
  },
);

test.each(["Accept-Language", "accept-encoding", "Accept-Charset"])(
  "%s is a list with qualities, whatever a parameter declares of it",
  async (name) => {
    const parameters = [{ name, in: "header", required: true, schema: { enum: ["es", "en"] } }];
    const get = { parameters, responses: { 204: { description: "Done." } } };
    const { ask } = await serve({
      openapi: "3.1.1",
      info: { title: "A", version: "1" },
      paths: { "/a": { get } },
    });
    for (const value of ["*", "en", "en-US,en;q=0.9"])
      expect((await ask("/a", "", { headers: { [name]: value } })).status).toBe(204);
  },
);

test("a part of a form has one of the types that the contract lists for it, if it names its type", async () => {
  const schema = {
    type: "object",
    properties: { photo: text, note: text, meta: { type: "object" } },
  };
  const encoding = {
    photo: { contentType: "image/png, audio/*" },
    note: { contentType: "text/plain" },
    meta: { contentType: "application/json" },
  };
  const content = { "multipart/form-data": { schema, encoding } };
  const post = { requestBody: { content }, responses: { 204: { description: "Done." } } };
  const { ask } = await serve({
    openapi: "3.1.1",
    info: { title: "A", version: "1" },
    paths: { "/a": { post } },
  });
  const send = async (...parts: string[]) => {
    const written = parts.map((part) => `--X\r\nContent-Disposition: form-data; ${part}\r\n`);
    const headers = { "content-type": "multipart/form-data; boundary=X" };
    const init = { method: "POST", headers, body: `${written.join("")}--X--\r\n` };
    const response = await ask("/a", "", init);
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
    [part("meta", "application/json", "{}")],
    [part("meta", "", "{}")],
  ])
    expect(await send(...parts)).toBe(204);
  for (const other of [
    fileOf("image/gif"),
    fileOf("text/html"),
    part("photo", "image/gif"),
    part("photo", "text/plain"),
  ])
    expect(await send(note, other)).toBe(problem("photo", "image/png, audio/*"));
  expect(await send(part("meta", "text/plain", "{}"))).toBe(problem("meta", "application/json"));
});
