import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contractAfter, learnFromFiles } from "./helpers.ts";

const folder = mkdtempSync(join(tmpdir(), "learn-postman-"));

/** Returns the paths of the contract after learning from the example responses of a collection. */
async function contractOf(item: object[], variable: object[] = []) {
  const file = join(folder, "collection.json");
  const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
  writeFileSync(file, JSON.stringify({ info: { name: "Phone", schema }, variable, item }));
  return contractAfter(await learnFromFiles([file])).paths;
}

const createRequest = (method: string, raw: string, body?: object) => ({ method, url: { raw }, ...(body && { body }) });
const json = { code: 200, body: '{"used": 1}', header: [{ key: "Content-Type", value: "application/json" }] };

test("variables that the collection defines are part of its addresses", async () => {
  const item = [{ request: createRequest("GET", "{{host}}/{{area}}/usage"), response: [json] }];
  const variable = [
    { key: "host", value: "https://service.example/api/v2" },
    { key: "area", value: "billing" },
  ];
  expect(await contractOf(item, variable)).toHaveProperty(["/api/v2/billing/usage"]);
});

test("a request may be its URL alone", async () => {
  const item = [{ request: "{{baseUrl}}/api/v2/billing/usage", response: [json] }];
  expect(await contractOf(item)).toHaveProperty(["/api/v2/billing/usage", "get"]);
});

test.each([
  ["urlencoded", "application/x-www-form-urlencoded"],
  ["formdata", "multipart/form-data"],
])("a body in the mode %s has the media type %s", async (mode, mediaType) => {
  const body = { mode, [mode]: [{ key: "limit", value: "3" }] };
  const item = [{ request: createRequest("POST", "{{baseUrl}}/api/v2/tasks/limits", body), response: [json] }];
  const operation = (await contractOf(item))["/api/v2/tasks/limits"]?.["post"];
  expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual([mediaType]);
});

test.each([
  ["null has none", { body: null }, false],
  ["null and whose length isn't 0 has one", { body: null, header: [{ key: "Content-Length", value: "12" }] }, true],
  ["absent may have one", {}, true],
])("a response whose body is %s", async (_, response, hasContent) => {
  const item = [
    { request: createRequest("GET", "{{baseUrl}}/api/v2/billing/usage"), response: [{ code: 200, ...response }] },
  ];
  const operation = (await contractOf(item))["/api/v2/billing/usage"]?.["get"];
  expect(Object.keys(operation?.responses["200"] ?? {}).includes("content")).toBe(hasContent);
});

test("a response in CSV is text, not JSON", async () => {
  const csv = { code: 200, body: "a,b\n1,2", _postman_previewlanguage: "csv" };
  const item = [{ request: createRequest("GET", "{{baseUrl}}/api/v2/billing/usage"), response: [csv] }];
  const response = (await contractOf(item))["/api/v2/billing/usage"]?.["get"]?.responses["200"];
  expect(response?.content).toEqual({ "text/csv": { schema: { type: "string" } } });
});
