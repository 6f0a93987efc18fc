import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { type Mock, startMock } from "phone-agent-api/mock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import type { OperationId } from "../../generated/operations.ts";
import { documentedOperations, readContract } from "../../scripts/contract.ts";
import { root } from "../../scripts/run.ts";
import { sampleRequest } from "../sample-request.ts";

const samples = join(root, "test/samples");
// Bundled once, since each start of a TypeScript loader costs more than the sample.
const bundled = mkdtempSync(join(tmpdir(), "samples-"));
const token = "sample+token/of the test";

let mock: Mock;
let front: Server;
const seen: { method?: string | undefined; path: string; token: string | null }[] = [];

/** Writes down what arrives, and has the mock answer it. */
beforeAll(async () => {
  await build({
    entryPoints: readdirSync(samples, { recursive: true, encoding: "utf8" })
      .filter((file) => /^(reference|guides).*\.ts$/.test(file))
      .map((file) => join(samples, file)),
    outbase: samples,
    outdir: bundled,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    tsconfig: join(root, "tsconfig.json"),
  });
  mock = await startMock({ port: 0 });
  front = createServer(async (request, response) => {
    const asked = new URL(request.url ?? "", mock.url);
    // The address of a service may end in a path: a sample that drops it sends what the test does not expect.
    const url = new URL(asked.href.replace("/behind/a/path", ""));
    seen.push({ method: request.method, path: asked.pathname, token: url.searchParams.get("token") });
    const { "content-type": type } = request.headers;
    const body = Buffer.concat(await request.toArray());
    const answer = await fetch(url, {
      method: request.method ?? "GET",
      ...(type && { headers: { "content-type": type } }),
      ...(body.length > 0 && { body }),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(await answer.text());
  });
  await new Promise<void>((done) => front.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  front.close();
  await mock.close();
});

const programs: Record<string, string[]> = {
  "curl.sh": ["sh"],
  "client.ts": [process.execPath],
  "fetch.ts": [process.execPath],
  "python.py": ["python3"],
};

const needed: Record<string, string> = { "curl.sh": "curl", "python.py": "python3" };
const missing = new Set<string>();
for (const program of new Set(Object.values(needed))) {
  const { ok } = await finished(spawn(program, ["--version"]));
  if (!ok) {
    missing.add(program);
    console.warn(`Samples that need ${program} are skipped: it is not installed here.`);
  }
}

function runSample(file: string, [program = "", ...args]: string[]) {
  const { port } = front.address() as AddressInfo;
  const env = {
    ...process.env,
    PHONE_AGENT_BASE_URL: `http://127.0.0.1:${port}/behind/a/path`,
    PHONE_AGENT_TOKEN: token,
  };
  const script = join(bundled, file.replace(/\.ts$/, ".mjs"));
  return finished(spawn(program, [...args, existsSync(script) ? script : join(samples, file)], { env }));
}

function finished(child: ChildProcess): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ ok: false, output: error.message }));
    child.on("close", (code) => resolve({ ok: code === 0, output }));
  });
}

/** What a sample that ran well has printed. That an operation has no entry is for a test to say, not for the compiler. */
const prints: { [id in OperationId]?: RegExp } = {
  listTokens: /Example token of a second script/,
  listJunkInbox: /1001:2002/,
  listWebhookRelayTypes: /null|None/,
  getWebhookRelay: /https:\/\/example\.com\/relay/,
  deleteSipRegistration: /^(Deleted\n)?$/,
};

const contract = readContract();
const cases = documentedOperations(contract).map((located) => [located.operation.operationId, located] as const);

describe.each(cases)("%s", (id, located) => {
  const folder = `test/samples/reference/${id}`;
  const files = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
  const printed = prints[id as OperationId];

  test("has a sample in each language, and it is known what they print", () => {
    expect(files.sort(), `the samples in ${folder}`).toEqual(Object.keys(programs).sort());
    expect(printed, `prints.${id} in this test: what the samples in ${folder} print`).toBeDefined();
  });

  test.for(Object.entries(programs).filter(([file]) => printed && files.includes(file)))(
    "%s sends the operation, and prints what came back",
    async ([file, program], { skip }) => {
      if (missing.has(needed[file] ?? "")) skip(`${needed[file]} is not installed here`);
      const from = seen.length;
      const { ok, output } = await runSample(`reference/${id}/${file}`, program);
      expect(output).toMatch(printed as RegExp);
      expect(ok, output).toBe(true);
      const path = `/behind/a/path${sampleRequest(contract, located).path}`;
      expect(seen.slice(from)).toEqual([{ method: located.method, path, token }]);
      for (const form of [token, encodeURIComponent(token)]) expect(output).not.toContain(form);
    },
  );
});

test.each([
  ["guides/client.ts", "2 tokens"],
  ["guides/errors.ts", "https://example.com/relay"],
  ["guides/junk-inbox.ts", "1001:2001 Example Counterpart"],
  ["guides/test-server.ts", "0"],
])("%s runs and prints %s", async (file, printed) => {
  const { ok, output } = await runSample(file, programs["client.ts"] ?? []);
  expect(output).toContain(printed);
  expect(ok, output).toBe(true);
});

test("the curl sample of the tokens prints the contract's first example", async ({ skip }) => {
  if (missing.has("curl")) skip("curl is not installed here");
  const { output } = await runSample("reference/listTokens/curl.sh", ["sh"]);
  expect(JSON.parse(output)).toEqual(Object.values(fixtures.listTokens)[0]);
});

test("the sample of preferred answers runs as pasted, and keeps the token off every command line", () => {
  const sample = readFileSync(join(samples, "mock/prefer.sh"), "utf8");
  expect(sample).toMatch(/\{PHONE_AGENT_BASE_URL:-http:/);
  expect(sample.match(/^.*PHONE_AGENT_TOKEN.*$/gm)).toEqual([expect.stringMatching(/^ *printf %s .* \|$/)]);
});
