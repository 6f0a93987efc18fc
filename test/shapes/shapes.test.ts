import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { stringify } from "yaml";
import type { Contract } from "../../scripts/contract/document.ts";
import { type PathOperation, webhooksOf } from "../../scripts/contract/operations.ts";
import { languages, samplesOf } from "../../scripts/docs/samples/languages.ts";
import { createCall } from "../../scripts/docs/samples/request.ts";
import { buildReference } from "../../scripts/docs.ts";
import { writeGenerated } from "../../scripts/generate.ts";
import { lintContract, validateIndependently } from "../../scripts/lint.ts";
import { root, run, runBin } from "../../scripts/tools/run.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { resolve } from "../../src/openapi/reference.ts";
import { contractOf, names, operationsOf, readPart } from "./contract.ts";
import type { Use } from "./use.ts";

// One contract contains all shapes, so that each tool runs once.
mkdirSync(join(root, "dist"), { recursive: true });
const copy = mkdtempSync(join(root, "dist/shapes-"));
const file = join(copy, "openapi.yaml");
const contract: Contract = contractOf(names.map(readPart));
const token = "demo-token-not-secret";
const pathOperations = names.flatMap((name) => operationsOf(contract, readPart(name)));
const sampleOf = (label: string, operation: PathOperation) =>
  samplesOf(createCall(contract, operation)).find((sample) => sample.label === label)?.code ??
  expect.unreachable(label);
const clientSample = ({ operation }: PathOperation) => join(copy, `samples/${operation.operationId}.ts`);

beforeAll(async () => {
  writeFileSync(file, stringify(contract, { aliasDuplicateObjects: false }));
  for (const folder of ["src", "test/shapes"]) cpSync(join(root, folder), join(copy, folder), { recursive: true });
  await writeGenerated({ file, out: join(copy, "generated") });
  mkdirSync(join(copy, "samples"));
  for (const operation of pathOperations) {
    writeFileSync(
      clientSample(operation),
      sampleOf("TypeScript", operation).replace('"phone-agent-api"', '"../src/index.ts"'),
    );
  }
});
afterAll(() => rmSync(copy, { recursive: true }));

test("the contract with all shapes passes the lint and the second validator", async () => {
  const { ok, output } = await lintContract([file]);
  expect(ok, output).toBe(true);
  expect(await validateIndependently(file)).toEqual({ ok: true, output: "" });
});

test("the uses and the samples of all shapes compile", async () => {
  const project = { extends: "../../tsconfig.json", include: ["test/shapes/*/use.ts", "samples"], exclude: [] };
  writeFileSync(join(copy, "tsconfig.json"), JSON.stringify(project));
  const outcome = await runBin("tsc", "--project", copy);
  expect(outcome).toEqual({ ok: true, output: "" });
});

describe.each(["mock over HTTP", "test server"])("with the %s", (kind) => {
  const isMock = kind !== "test server";
  let use: Use;
  let close = async () => {};

  beforeAll(async () => {
    const load = <Module>(path: string): Promise<Module> => import(join(copy, path));
    const { createPhoneAgentClient } = await load<typeof import("../../src/index.ts")>("src/index.ts");
    const { createHttp } = await load<typeof import("../../src/http.ts")>("src/http.ts");
    const { createTestServer } = await load<typeof import("../../src/testing/index.ts")>("src/testing/index.ts");
    const { validators } = await load<typeof import("../../src/validate.ts")>("src/validate.ts");
    const server = createTestServer();
    const { startMock } = await load<typeof import("../../src/mock/index.ts")>("src/mock/index.ts");
    const mock = await startMock({ port: 0, contract: file, logLevel: "silent" });
    close = mock.close;
    const urls: string[] = [];
    const send: typeof fetch = (input, init) => {
      urls.push(String(input instanceof Request ? input.url : input));
      return (isMock ? fetch : server.fetch)(input, init);
    };
    const pointers = (findingKind: string, operation: string, response: unknown) =>
      validators(operation, response).flatMap(({ kind, pointer }) => (kind === findingKind ? [pointer] : []));
    const options = { baseUrl: mock.url, token, fetch: send, validate: validators, retry: false } as const;
    use = {
      phone: createPhoneAgentClient(options),
      http: createHttp(options),
      latestRequest: () => (isMock ? mock.journal() : server.calls()).at(-1) ?? expect.unreachable("Nothing was sent."),
      urls,
      isMock,
      url: mock.url,
      server,
      async expectRejection(call, status) {
        const kind = status === undefined ? "configuration" : "http";
        await expect(call()).rejects.toMatchObject({ kind, ...(status && { status }) });
      },
      findings: (operation, response) => ({
        contradictions: pointers("contradiction", operation, response),
        news: pointers("unknown-field", operation, response),
      }),
    };
  });
  afterAll(() => close());

  test.each(names)("%s", async (name) => {
    const { default: run } = await import(join(copy, `test/shapes/${name}/use.ts`));
    await run(use);
  });
});

describe("a sample", () => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await startMock({ port: 0, contract: file, logLevel: "silent" });
  });
  beforeEach(() => {
    vi.stubEnv("PHONE_AGENT_BASE_URL", mock.url);
    vi.stubEnv("PHONE_AGENT_TOKEN", token);
    vi.spyOn(console, "log").mockImplementation(() => {});
  });
  afterAll(async () => {
    await mock.close();
  });

  test.each(pathOperations.map((operation) => [operation.operation.operationId, operation] as const))(
    "of %s sends a request that the mock accepts, with the client and with curl",
    async (operationId, operation) => {
      await import(clientSample(operation));
      const { ok, output } = await run("sh", ["-c", sampleOf("curl", operation)]);
      expect(ok, output).toBe(true);
      const entries = mock.journal().slice(-2);
      expect(entries.map(({ operation, status }) => [operation, Number(status) < 400])).toEqual(
        Array(2).fill([operationId, true]),
      );
    },
  );
});

describe("in the reference", () => {
  const folder = join(copy, "reference");
  beforeAll(async () => {
    await buildReference({ contract: file, out: folder });
  });

  test.each(names)("the pages of %s contain every input, status, header and field", (name) => {
    for (const operation of operationsOf(contract, readPart(name))) {
      const text = readFileSync(join(folder, `operations/${operation.operation.operationId}.md`), "utf8");
      expect(wordsOf(operation.operation).filter((word) => !text.includes(word))).toEqual([]);
    }
  });

  test("webhooks and callbacks have pages, which contain every field", () => {
    const webhooks = webhooksOf(contract);
    expect(webhooks.map(({ name }) => name)).toEqual(expect.arrayContaining(["callEnded", "callResult"]));
    for (const { name, operation } of webhooks) {
      const text = readFileSync(join(folder, `webhooks/${name}.md`), "utf8");
      const words = wordsOf(resolve(contract, operation.requestBody?.content["application/json"]?.schema));
      expect(words.filter((word) => !text.includes(word))).toEqual([]);
    }
  });

  test("every operation has a sample in every language", () => {
    for (const { operation } of pathOperations) {
      const html = readFileSync(join(folder, `operations/${operation.operationId}.html`), "utf8");
      const labels = [...html.matchAll(/<details name="tabs-samples"[^>]*><summary>([^<]+)/g)].map(
        ([, label]) => label,
      );
      expect(labels, operation.operationId).toEqual(languages.map(({ label }) => label));
    }
  });
});

/** Returns the words that a page must contain: inputs, statuses, content types, headers, fields and enumerated values. */
function wordsOf(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  // Each callback has its page.
  const entries = Object.entries(node).filter(([key]) => key !== "callbacks");
  return entries.flatMap(([key, value]) => [
    ...(["content", "headers", "responses", "properties"].includes(key) && typeof value === "object"
      ? Object.keys(value ?? {}).filter((name) => !/^application\/json/.test(name))
      : []),
    ...((key === "name" && typeof value === "string") || key === "enum" ? [value].flat().map(String) : []),
    ...(key === "deprecated" && value === true ? ["eprecated"] : []),
    ...(key === "examples" || key === "example" ? [] : wordsOf(value)),
  ]);
}
