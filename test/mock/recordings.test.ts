import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runVerify } from "../../src/commands/verify.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { runHere } from "../command.ts";
import { har, writeTemporaryFile } from "../traffic/files.ts";
import { contractJson, serve } from "./helpers.ts";

const headers = { authorization: "Bearer a", "x-api-key": "a" };

/** Calls an operation, and returns the exchange as an entry of a HAR, without the mock's headers. */
async function record(url: string, method: string, path: string) {
  const response = await fetch(url, { method, headers, redirect: "manual" });
  const bytes = Buffer.from(await response.arrayBuffer());
  const mimeType = response.headers.get("content-type") ?? "";
  const isText = /json|xml|^text/.test(mimeType);
  const sent = [...response.headers].filter(([name]) => !/^(mock|preference)-/.test(name));
  const content = {
    size: bytes.length,
    mimeType,
    ...(isText ? { text: `${bytes}` } : { text: bytes.toString("base64"), encoding: "base64" }),
  };
  return {
    isProblem: response.headers.has("mock-problem") || response.headers.has("mock-rejection"),
    entry: {
      request: { method, url: `https://service.example.com${path}`, headers: [] },
      response: {
        status: response.status,
        headers: sent.map(([name, value]) => ({ name, value })),
        content,
      },
    },
  };
}

const Item = {
  type: "object",
  required: ["id", "secret", "at"],
  properties: {
    id: { type: "integer", readOnly: true, minimum: 1 },
    secret: { type: "string", writeOnly: true },
    at: { type: ["string", "null"], format: "date-time" },
    next: { $ref: "#/components/schemas/Item" },
  },
};
const item = { schema: { $ref: "#/components/schemas/Item" } };
const text = { schema: { type: "string" } };
const file = { schema: { type: "string", format: "binary" } };
const list = { schema: { type: "array", items: { type: "integer" } } };
const example = { id: 1, at: null };
const types: Readonly<Record<string, readonly object[]>> = {
  "image/*": [{}, file],
  "image/png": [{}, file],
  "image/svg+xml": [text],
  "audio/*": [{}, file],
  "video/*": [{}, file],
  "font/*": [file],
  "model/*": [{}, item],
  "text/*": [text, item],
  "*/*": [text, item],
  "application/*": [file, item],
  "application/octet-stream": [{}, file, { example: "a" }],
  "application/pdf": [{}, { schema: { type: "string", contentEncoding: "base64" } }],
  "application/xml": [item],
  "text/csv": [text, { example: "a,b" }],
  "text/event-stream": [list],
  "application/jsonl": [list],
  "application/json": [
    { ...item, example },
    { schema: true },
    { ...item, examples: { 7: { value: example } } },
  ],
  "application/problem+json; charset=utf-8": [item],
  "multipart/form-data": [item],
};
const content = { "application/json": item, "text/plain": text };
const statuses = "200 2XX 201 204 206 3XX 302 404 410 5XX default".split(" ");
const count = { required: true, schema: { type: "integer" } };

/** Writes a contract with an operation for each of these responses, and returns its file. */
const contractOf = (responses: readonly object[], server = "/") =>
  writeTemporaryFile(
    "own.json",
    JSON.stringify({
      openapi: "3.1.1",
      info: { title: "Own", version: "1" },
      servers: [{ url: server }],
      paths: Object.fromEntries(
        responses.map((own, index) => [`/${index}/`, { get: { responses: own } }]),
      ),
      components: { schemas: { Item } },
    }),
  );
const describe = (response: object) => ({ description: "", ...response });
const ofType = ([type, contents]: [string, readonly object[]]) =>
  contents.map((media) => ({ 200: describe({ content: { [type]: media } }) }));

const folder = join(import.meta.dirname, "contracts");
const own = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
const contracts: [name: string, file: string][] = [
  ["the package's contract", contractJson],
  ...own.map((name): [string, string] => [name, join(folder, name)]),
  ["each media type", contractOf(Object.entries(types).flatMap(ofType))],
  [
    "each status",
    contractOf(
      statuses.flatMap((code) => [{ [code]: describe({ content }) }, { [code]: describe({}) }]),
    ),
  ],
  [
    "open responses below a base path",
    contractOf(
      [{}, { "x-none": {} }, { 200: describe({ content }), default: describe({}) }],
      "/v1",
    ),
  ],
  ["headers", contractOf([{ 200: describe({ content, headers: { "X-Count": count } }) }])],
];

test.each(contracts)("what the mock responds from %s is verified", async (_, contract) => {
  const { mock } = await serve(contract);
  const operations = operationsOf(await readDocument(contract, () => {}));
  const exchanges = await Promise.all(
    operations.map(({ method, path }) => {
      const filled = path.replace(/\{\w+\}/g, "1");
      return record(`${mock.url}${filled}?token=a`, method, filled);
    }),
  );
  // The mock names what it rejects, and what of the contract contradicts itself.
  const good = exchanges.flatMap(({ isProblem, entry }) => (isProblem ? [] : entry));
  expect(good.length).toBeGreaterThan(0);
  const recording = writeTemporaryFile("own.har", har(...good));
  const options = ["--contract", contract, "--har", recording, "--format", "json"];
  const { stdout } = await runHere(runVerify, options);
  const { findings } = JSON.parse(stdout);
  expect(findings.filter(({ kind }: { kind: string }) => kind !== "new")).toEqual([]);
});
