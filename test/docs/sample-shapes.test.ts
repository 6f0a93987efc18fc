import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Operation, pathOperations } from "../../scripts/contract.ts";
import { samplesOf } from "../../scripts/docs/samples.ts";
import { contractWith } from "../scripts/contract-copy.ts";

const text = { type: "string" };
const given = (value: unknown) => ({ examples: { one: { summary: "An example", value } } });
const parameter = (name: string, place: string, value: unknown, more: object = {}) => ({
  name,
  in: place,
  description: "",
  required: true,
  schema: text,
  ...given(value),
  ...more,
});
const awkward = `it's "two" & 50% of {three}`;
const sending = (type: string, value: unknown) => ({
  requestBody: { required: true, content: { [type]: given(value) } },
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
  redirect: { responses: { "302": { description: "" } } },
  open: { security: [] },
  choice: { responses: { "200": receiving("application/json").responses["200"], "204": { description: "" } } },
};

const contract = contractWith((copy) => {
  copy.paths = Object.fromEntries(
    Object.entries(shapes).map(([operationId, shape]) => {
      const method = "requestBody" in shape ? "post" : "get";
      const path = `/api/v2/${operationId}${operationId === "inputs" ? "/{id}" : ""}`;
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
  type: string | undefined;
  body: unknown;
}

let received: Received[] = [];
const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? "", "http://127.0.0.1");
  const bytes = Buffer.concat(await request.toArray());
  const { "content-type": type = "", "x-trace": trace } = request.headers;
  received.push({
    method: request.method,
    path: url.pathname,
    query: [...url.searchParams],
    trace,
    type: type.split(";")[0],
    body: /form/.test(type)
      ? [...(await new Response(bytes, { headers: { "content-type": type } }).formData())]
      : /json/.test(type)
        ? JSON.parse(bytes.toString())
        : bytes.toString(),
  });
  if (url.pathname.endsWith("/redirect")) response.writeHead(302, { location: "https://example.com/moved" });
  response.end(url.pathname.endsWith("/choice") ? "{}" : "text");
});
beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
afterAll(() => server.close());

const programs: Record<string, string[]> = {
  curl: ["sh", "-c"],
  fetch: [process.execPath, "--input-type=module", "--eval"],
  Python: ["python3", "-c"],
};

async function run(label: string, source: string): Promise<string> {
  const [program = "", ...args] = programs[label] ?? [];
  const child = spawn(program, [...args, source], {
    env: {
      ...process.env,
      PHONE_AGENT_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      PHONE_AGENT_TOKEN: "a token & more",
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  expect(code, `${label}\n${source}\n${output}`).toBe(0);
  return output;
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
  redirect: { query: [["token", "a token & more"]] },
  open: { query: [] },
  choice: {},
};

test.each(pathOperations(contract).map((located) => [located.operation.operationId, located] as const))(
  "%s: curl, fetch and Python send the same request, and take the response",
  async (id, located) => {
    received = [];
    for (const { label, source } of samplesOf(contract, located)) {
      if (label === "TypeScript") continue;
      await run(label, source);
      expect(received.at(-1), `${label}\n${source}`).toMatchObject(expected[id] ?? {});
    }
    expect(received).toHaveLength(3);
  },
);
