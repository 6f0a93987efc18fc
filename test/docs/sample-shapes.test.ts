import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Operation } from "../../scripts/contract/document.ts";
import { pathOperations } from "../../scripts/contract/operations.ts";
import type { PlaygroundRequest } from "../../scripts/docs/browser/playground/request.ts";
import { writeTest } from "../../scripts/docs/browser/playground/test-code.ts";
import { samplesOf } from "../../scripts/docs/samples/languages.ts";
import { createCall } from "../../scripts/docs/samples/request.ts";
import { run } from "../../scripts/tools/run.ts";
import { contractWith } from "../scripts/contract-copy.ts";

const text = { type: "string" };
const withExample = (value: unknown) => ({ examples: { one: { summary: "An example", value } } });
const parameter = (name: string, place: string, value: unknown, keywords: object = {}) => ({
  name,
  in: place,
  description: "",
  required: true,
  schema: text,
  ...withExample(value),
  ...keywords,
});
const awkward = `it's "two" & 50% of {three}`;
const sending = (type: string, value: unknown) => ({
  requestBody: { required: true, content: { [type]: withExample(value) } },
});
const receiving = (type: string, schema: object = {}) => ({
  responses: { "200": { description: "", content: { [type]: { schema } } } },
});

const shapes: Record<string, object> = {
  inputs: {
    parameters: [
      parameter("id", "path", "a/b"),
      parameter("tag", "query", ["one", awkward], { schema: { type: "array", items: text } }),
      parameter("ids", "query", [1, 2], { explode: false, schema: { type: "array", items: { type: "integer" } } }),
      parameter("X-Trace", "header", "trace 1"),
    ],
  },
  json: sending("application/json", { name: awkward, on: true, none: null, list: [1, { deep: [] }] }),
  patch: sending("application/merge-patch+json", { name: null }),
  form: sending("application/x-www-form-urlencoded", { name: awkward, list: ["one", "two"] }),
  multipart: sending("multipart/form-data", { name: awkward, file: "a,b" }),
  csv: { ...sending("text/csv", "a,b\n1,2\n"), ...receiving("text/csv") },
  bytes: { ...sending("application/octet-stream", "bytes"), ...receiving("application/octet-stream") },
  items: { ...sending("application/json", [{ a: 1 }, "b"]), ...receiving("application/json", { type: "array" }) },
  redirect: { responses: { "302": { description: "" } } },
  open: { security: [] },
  header: { security: [{ key: [] }] },
  bearer: { security: [{ bearer: [] }] },
  basic: { security: [{ basic: [] }] },
  cookie: { security: [{ session: [] }], parameters: [parameter("theme", "cookie", "dark mode")] },
  together: { security: [{ key: [], bearer: [], session: [], apiToken: [] }] },
  either: { security: [{ apiToken: [] }, { key: [], bearer: [] }, { bearer: [] }] },
  optional: { security: [{}, { bearer: [] }] },
  settings: { parameters: [parameter("theme", "cookie", "dark")] },
  objects: {
    parameters: [
      parameter("filter", "query", { from: 1, tags: ["a", "b"] }, { style: "deepObject" }),
      parameter("where", "query", { a: [1] }, { content: { "application/json": { schema: {} } } }),
      parameter("range", "query", { from: 1, to: 2 }, { explode: false }),
    ],
  },
  co$HOME: { parameters: [parameter("type", "path", "", { examples: undefined })] },
  choice: { responses: { "200": receiving("application/json").responses["200"], "204": { description: "" } } },
};

const paths: Record<string, string> = { inputs: "/{id}", co$HOME: ["/$", "{type}/[0]`!"].join("") };

const contract = contractWith((copy) => {
  Object.assign(copy.components.securitySchemes ?? {}, {
    key: { type: "apiKey", in: "header", name: "X-API-Key" },
    bearer: { type: "http", scheme: "bearer" },
    basic: { type: "http", scheme: "basic" },
    session: { type: "apiKey", in: "cookie", name: "session" },
  });
  copy.paths = Object.fromEntries(
    Object.entries(shapes).map(([operationId, shape]) => {
      const method = "requestBody" in shape ? "post" : "get";
      const path = `/api/v2/${operationId}${paths[operationId] ?? ""}`;
      const operation = { operationId, responses: { "200": { description: "" } }, ...shape } as unknown as Operation;
      return [path, { [method]: operation }];
    }),
  );
});

interface Received {
  method: string | undefined;
  path: string;
  query: [string, string][];
  trace: unknown;
  authorization: unknown;
  key: unknown;
  cookie: unknown;
  type: string | undefined;
  body: unknown;
}

let receivedRequests: Received[] = [];
const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? "", "http://127.0.0.1");
  const bytes = Buffer.concat(await request.toArray());
  const { "content-type": type = "", "x-trace": trace, "x-api-key": key, authorization, cookie } = request.headers;
  receivedRequests.push({
    method: request.method,
    path: url.pathname,
    query: [...url.searchParams],
    trace,
    authorization,
    key,
    cookie,
    type: type.split(";")[0],
    body: /form/.test(type)
      ? [...(await new Response(bytes, { headers: { "content-type": type } }).formData())]
      : /json/.test(type)
        ? JSON.parse(bytes.toString())
        : bytes.toString(),
  });
  if (url.pathname.endsWith("/redirect")) response.writeHead(302, { location: "https://example.com/moved" });
  response.end(url.pathname.endsWith("/choice") ? "{}" : url.pathname.endsWith("/items") ? "[1]" : "text");
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());

/** The programs that run all samples of a language, since a process for each would cost more than the sample. */
const programs: Record<string, (files: string[]) => [program: string, ...args: string[]]> = {
  curl: (files) => ["sh", "-c", 'for file; do sh "$file" || exit 1; done', "sh", ...files],
  fetch: (files) => [
    process.execPath,
    "--input-type=module",
    "--eval",
    "for (const file of process.argv.slice(1)) await import(file);",
    ...files,
  ],
  Python: (files) => ["python3", "-c", "import runpy, sys\nfor file in sys.argv[1:]: runpy.run_path(file)", ...files],
};

async function runAll(label: string, sources: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sample-shapes-"));
  const files = sources.map((source, index) => {
    const file = join(folder, `${index}.mjs`);
    writeFileSync(file, source);
    return file;
  });
  const [program, ...args] = programs[label]?.(files) ?? expect.unreachable(label);
  const { port } = server.address() as AddressInfo;
  const { ok, output } = await run(program, args, {
    PHONE_AGENT_BASE_URL: `http://127.0.0.1:${port}`,
    PHONE_AGENT_TOKEN: "a token & more",
    PHONE_AGENT_BEARER: "a bearer",
    PHONE_AGENT_SESSION: "a-session",
    PHONE_AGENT_API_TOKEN: "a query token",
  });
  expect(ok, `${label}, sample ${receivedRequests.length}\n${sources[receivedRequests.length]}\n${output}`).toBe(true);
}

const expected: Record<string, Partial<Received>> = {
  inputs: {
    path: "/api/v2/inputs/a%2Fb",
    query: [
      ["token", "a token & more"],
      ["tag", "one"],
      ["tag", awkward],
      ["ids", "1,2"],
    ],
    trace: "trace 1",
  },
  json: { type: "application/json", body: { name: awkward, on: true, none: null, list: [1, { deep: [] }] } },
  patch: { type: "application/merge-patch+json", body: { name: null } },
  form: {
    type: "application/x-www-form-urlencoded",
    body: [
      ["name", awkward],
      ["list", "one"],
      ["list", "two"],
    ],
  },
  multipart: {
    type: "multipart/form-data",
    body: [
      ["name", awkward],
      ["file", "a,b"],
    ],
  },
  csv: { type: "text/csv", body: "a,b\n1,2\n" },
  bytes: { type: "application/octet-stream", body: "bytes" },
  items: { type: "application/json", body: [{ a: 1 }, "b"] },
  redirect: { query: [["token", "a token & more"]] },
  open: { query: [], authorization: undefined },
  header: { key: "a token & more", query: [], authorization: undefined },
  bearer: { authorization: "Bearer a token & more", query: [] },
  basic: { authorization: `Basic ${btoa("a token & more")}` },
  cookie: { cookie: "theme=dark%20mode; session=a token & more", query: [] },
  together: {
    key: "a token & more",
    authorization: "Bearer a bearer",
    cookie: "session=a-session",
    query: [["token", "a query token"]],
  },
  either: { authorization: "Bearer a token & more", key: undefined, query: [] },
  optional: { authorization: "Bearer a token & more" },
  settings: { cookie: "theme=dark", query: [["token", "a token & more"]] },
  objects: {
    query: [
      ["token", "a token & more"],
      ["filter[from]", "1"],
      ["filter[tags]", "a"],
      ["filter[tags]", "b"],
      ["where", '{"a":[1]}'],
      ["range", "from,1,to,2"],
    ],
  },
  // The reader replaces the name in braces. No language does.
  co$HOME: { path: "/api/v2/co$HOME/$%7Btype%7D/[0]%60!" },
  choice: {},
};

test.each(Object.keys(programs))("%s sends the request of each shape, and reads its response", async (language) => {
  receivedRequests = [];
  const operations = pathOperations(contract);
  const sources = operations.flatMap((operation) =>
    samplesOf(createCall(contract, operation)).flatMap(({ label, code }) => (label === language ? code : [])),
  );
  await runAll(language, sources);
  expect(receivedRequests).toHaveLength(operations.length);
  for (const [index, { operation }] of operations.entries()) {
    expect(receivedRequests[index], `${language}\n${sources[index]}`).toMatchObject(
      expected[operation.operationId] ?? {},
    );
  }
});

test.each([
  ["reads the token alone if no scheme is needed", "inputs", "createPhoneAgentClient();"],
  ["names the scheme of another secret", "bearer", '{ token: { bearer: process.env["PHONE_AGENT_TOKEN"] } }'],
  [
    "names each of several schemes",
    "together",
    'key: process.env["PHONE_AGENT_TOKEN"], bearer: process.env["PHONE_AGENT_BEARER"]',
  ],
])("the TypeScript sample %s", (_, operationId, text) => {
  const operation = pathOperations(contract).find((candidate) => candidate.operation.operationId === operationId);
  const samples = samplesOf(createCall(contract, operation ?? expect.unreachable()));
  expect(samples.find(({ label }) => label === "TypeScript")?.code).toContain(text);
});

test.each([
  ["inputs", 'token: "demo-token-not-secret",'],
  ["open", 'token: "demo-token-not-secret",'],
  ["bearer", 'token: { bearer: "demo-token-not-secret" },'],
  ["basic", 'token: { basic: "demo:demo-token-not-secret" },'],
])("the playground's test of %s gives the client its secret", (operationId, text) => {
  const operation = pathOperations(contract).find((candidate) => candidate.operation.operationId === operationId);
  const call = createCall(contract, operation ?? expect.unreachable());
  expect(writeTest({ ...call, response: "", preferences: "", delay: 0 } as PlaygroundRequest)).toContain(text);
});
