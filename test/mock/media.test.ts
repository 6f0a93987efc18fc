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
