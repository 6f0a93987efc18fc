import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { type Mock, startMock } from "phone-agent-api/mock";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { readContract } from "../../scripts/contract/document.ts";
import { indexedOperations, type PathOperation, pathOperations } from "../../scripts/contract/operations.ts";
import { writeNameOnlySample } from "../../scripts/docs/model/name-only.ts";
import { samplesOf } from "../../scripts/docs/samples/languages.ts";
import { createCall } from "../../scripts/docs/samples/request.ts";
import { root, runBin } from "../../scripts/tools/run.ts";
import { runHere } from "../command.ts";
import { sampleRequest } from "../sample-request.ts";
import { takeSecret } from "../take-secret.ts";

const contract = readContract();
const operations = pathOperations(contract);
/** The calls of name-only operations, each text once. */
const withPlaceholders = [
  ...new Set(indexedOperations(contract).flatMap((entry) => (entry.pathOperation ? [] : writeNameOnlySample(entry)))),
];
const samples = join(root, "test/samples");
mkdirSync(join(root, "dist"), { recursive: true });
/** A folder in the project, so that its files resolve the project's modules. */
const folder = mkdtempSync(join(root, "dist/samples-"));
// The samples are bundled once, each with a client that is its own. Vitest imports files of `node_modules` unchanged.
const bundled = join(mkdtempSync(join(tmpdir(), "samples-")), "node_modules");
const token = "sample+token/of the test";
const files: Record<string, string> = {
  curl: "curl.sh",
  TypeScript: "client.ts",
  fetch: "fetch.ts",
  Python: "python.py",
};

let mock: Mock;
let front: Server;
const requests: { method?: string | undefined; path: string; token: string | null }[] = [];

beforeAll(async () => {
  for (const pathOperation of operations) {
    mkdirSync(join(folder, pathOperation.operation.operationId));
    for (const { label, code } of samplesOf(createCall(contract, pathOperation))) {
      // To the compiler, a file without imports and exports isn't a module.
      writeFileSync(join(folder, fileOf(pathOperation, label)), label === "fetch" ? `${code}\nexport {};\n` : code);
    }
  }
  for (const [index, source] of withPlaceholders.entries())
    writeFileSync(join(folder, `placeholders-${index}.ts`), source);
  const calls = operations.flatMap((pathOperation) =>
    ["TypeScript", "fetch"].map((label) => fileOf(pathOperation, label)),
  );
  for (const [outbase, entries] of [
    [samples, guides.map(([file]) => file)],
    [folder, [...calls, ...withPlaceholders.map((_, index) => `placeholders-${index}.ts`)]],
  ] as const) {
    await build({
      entryPoints: entries.map((file) => join(outbase, file)),
      outbase,
      outdir: bundled,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      platform: "node",
      format: "esm",
      tsconfig: join(root, "tsconfig.json"),
    });
  }
  mock = await startMock({ port: 0 });
  front = createServer(async (request, response) => {
    const targetUrl = new URL(request.url ?? "", mock.url);
    // The address of a service may end in a path. A sample that drops it sends a request that the test doesn't expect.
    const url = new URL(targetUrl.href.replace("/below/a/path", ""));
    requests.push({
      method: request.method,
      path: targetUrl.pathname,
      token: takeSecret(request.url ?? "", request.headers).secret,
    });
    const {
      host,
      connection,
      expect: _,
      "content-length": length,
      "transfer-encoding": coding,
      ...headers
    } = request.headers;
    const body = Buffer.concat(await request.toArray());
    const mockResponse = await fetch(url, {
      method: request.method ?? "GET",
      headers: headers as Record<string, string>,
      redirect: "manual",
      ...(body.length > 0 && { body }),
    });
    const [type, location] = ["content-type", "location"].map((name) => mockResponse.headers.get(name));
    response.writeHead(mockResponse.status, { ...(type && { "content-type": type }), ...(location && { location }) });
    response.end(Buffer.from(await mockResponse.arrayBuffer()));
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  front.close();
  rmSync(folder, { recursive: true });
  await mock.close();
});

const fileOf = ({ operation }: PathOperation, label: string) => `${operation.operationId}/${files[label]}`;

const programs: Record<string, string[]> = {
  "curl.sh": ["sh"],
  "python.py": ["python3"],
};

const guides: [file: string, output: string][] = [
  ["guides/client.ts", "2 tokens"],
  ["guides/junk-inbox.ts", "1001:2001 Example Counterpart"],
  ["guides/test-server.ts", "0"],
];

const requiredPrograms: Record<string, string> = { "curl.sh": "curl", "python.py": "python3" };
const missingPrograms = new Set<string>();
for (const program of new Set(Object.values(requiredPrograms))) {
  const { ok } = await waitForExit(spawn(program, ["--version"]));
  if (!ok) {
    missingPrograms.add(program);
    console.warn(`Samples that need ${program} are skipped: it isn't installed here.`);
  }
}

const variables = () => ({
  PHONE_AGENT_BASE_URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}/below/a/path`,
  PHONE_AGENT_TOKEN: token,
});
const bundleOf = (file: string) => pathToFileURL(join(bundled, file.replace(/\.ts$/, ".mjs"))).href;

function runSample(file: string, [program = "", ...args]: string[] = []) {
  if (file.endsWith(".ts")) return importSample(bundleOf(file), variables());
  return waitForExit(spawn(program, [...args, resolve(folder, file)], { env: { ...process.env, ...variables() } }));
}

/** Runs a bundled sample in this process: one for each would cost more than the samples. */
async function importSample(script: string, env: Record<string, string>): Promise<{ ok: boolean; output: string }> {
  const run = async () => void (await import(script));
  const { exitCode, output } = await runHere(run, [], env);
  return { ok: exitCode === 0, output };
}

function waitForExit(child: ChildProcess): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ ok: false, output: error.message }));
    child.on("close", (code) => resolve({ ok: code === 0, output }));
  });
}

/** Returns a key of the parts that a sample is built from. Samples with one key differ only in names and values. */
const mechanismOf = ({ method, pathValues, inputs, operation, successes }: PathOperation): string =>
  JSON.stringify([
    method === "GET",
    pathValues.length > 0,
    inputs.map(({ parameter }) => [parameter.in, parameter.required]),
    Object.keys(operation.requestBody?.content ?? {}),
    operation.security,
    successes.map(({ mediaType, media }) => [mediaType, Object.keys(media?.schema ?? {})]),
  ]);

const representatives = [
  ...new Map(operations.toReversed().map((pathOperation) => [mechanismOf(pathOperation), pathOperation])).values(),
];

describe.each(representatives.map((pathOperation) => [pathOperation.operation.operationId, pathOperation] as const))(
  "%s",
  (_, pathOperation) => {
    test.for(Object.entries(files))(
      "the %s sample sends the operation, and prints no secret",
      async ([label, file], { skip }) => {
        if (missingPrograms.has(requiredPrograms[file] ?? "")) skip(`${requiredPrograms[file]} isn't installed here`);
        const firstRequest = requests.length;
        const { ok, output } = await runSample(fileOf(pathOperation, label), programs[file] ?? []);
        expect(ok, output).toBe(true);
        const sentToken = createCall(contract, pathOperation).credentials.length > 0 ? token : null;
        const path = `/below/a/path${sampleRequest(contract, pathOperation).path}`;
        expect(requests.slice(firstRequest)).toEqual([{ method: pathOperation.method, path, token: sentToken }]);
        for (const form of [token, encodeURIComponent(token)]) expect(output).not.toContain(form);
        if (label !== "curl") expect(output).not.toMatch(/<\w+>/);
      },
    );
  },
);

test("the call of a name-only operation is rejected until its placeholders are replaced, before anything is sent", async () => {
  vi.stubEnv("PHONE_AGENT_BASE_URL", mock.url);
  vi.stubEnv("PHONE_AGENT_TOKEN", token);
  for (const index of withPlaceholders.keys()) {
    const run = import(pathToFileURL(join(bundled, `placeholders-${index}.mjs`)).href);
    await expect(run).rejects.toMatchObject({ kind: "configuration", attempts: 0 });
    await expect(run).rejects.toThrow(/: (`path`|The method) must be /);
  }
  vi.unstubAllEnvs();
});

test("no sample leaves a timer or a connection open, which would keep its process from ending", async () => {
  const operationSamples = representatives.flatMap((pathOperation) =>
    ["TypeScript", "fetch"].map((label) => fileOf(pathOperation, label)),
  );
  const scripts = [...operationSamples, ...guides.map(([file]) => file)].map(bundleOf);
  const program = `
    for (const script of ${JSON.stringify(scripts)}) await import(script);
    console.log("Open:", process.getActiveResourcesInfo().filter((name) => /Timeout|TCP/.test(name)));
    process.exit();
  `;
  const env = { ...process.env, ...variables() };
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { env });
  expect((await waitForExit(child)).output).toMatch(/\nOpen: \[\]\n$/);
});

test("the TypeScript and fetch samples of every operation compile", async () => {
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ extends: "../../tsconfig.json", include: ["."] }));
  expect(await runBin("tsc", "--project", folder)).toEqual({
    ok: true,
    output: "",
  });
});

test.each(guides)("%s runs and prints %s", async (file, text) => {
  const { ok, output } = await runSample(file);
  expect(output).toContain(text);
  expect(ok, output).toBe(true);
});

test("the curl line of the guide prints the contract's first example", async ({ skip }) => {
  if (missingPrograms.has("curl")) skip("curl isn't installed here");
  const { output } = await runSample(join(samples, "guides/tokens.sh"), ["sh"]);
  expect(JSON.parse(output)).toEqual(Object.values(fixtures.listTokens)[0]);
});

test("the sample of preferences has a default address, and passes the token on stdin only", () => {
  const sample = readFileSync(join(samples, "mock/prefer.sh"), "utf8");
  expect(sample).toMatch(/\{PHONE_AGENT_BASE_URL:-http:/);
  expect(sample.match(/^.*PHONE_AGENT_TOKEN.*$/gm)).toEqual([expect.stringMatching(/^ *printf .* \|$/)]);
});
