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
  ["3.1.1", "audio/*", {}, "application/octet-stream", "string"],
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

test("a file in a form has one of the types that the contract lists for it", async () => {
  const schema = { type: "object", properties: { photo: { type: "string" }, note: text } };
  const encoding = {
    photo: { contentType: "image/png, audio/*" },
    note: { contentType: "text/plain" },
  };
  const content = { "multipart/form-data": { schema, encoding } };
  const post = { requestBody: { content }, responses: { 204: { description: "Done." } } };
  const { ask } = await serve({
    openapi: "3.1.1",
    info: { title: "A", version: "1" },
    paths: { "/a": { post } },
  });
  const send = async (type: string) => {
    const body = new FormData();
    body.append("photo", new Blob(["a"], { type }), "a");
    body.append("note", "b");
    body.append("toString", new Blob(["a"], { type }), "a");
    const response = await ask("/a", "", { method: "POST", body });
    return response.status === 204 ? 204 : (await response.json()).detail;
  };
  const problem = "The file in the field photo must be of type image/png, audio/*.";
  expect([await send("image/png"), await send("audio/mp3;rate=1")]).toEqual([204, 204]);
  expect([await send("image/gif"), await send("text/html")]).toEqual([problem, problem]);
});
