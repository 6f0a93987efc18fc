import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { stringify } from "yaml";
import type { Contract, PathOperation } from "../../scripts/contract.ts";
import { languages, samplesOf } from "../../scripts/docs/samples.ts";
import { buildReference } from "../../scripts/docs.ts";
import { writeGenerated } from "../../scripts/generate.ts";
import { lintContract, secondValidator } from "../../scripts/lint.ts";
import { root, run, runBin } from "../../scripts/run.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { contractOf, names, operationsOf, readPart } from "./contract.ts";
import type { Use } from "./use.ts";

// All shapes stand in one contract, so that each tool runs once.
mkdirSync(join(root, "dist"), { recursive: true });
const copy = mkdtempSync(join(root, "dist/shapes-"));
const file = join(copy, "openapi.yaml");
const contract: Contract = contractOf(names.map(readPart));
const token = "demo-token-not-secret";
const located = names.flatMap((name) => operationsOf(contract, readPart(name)));
const sampleOf = (label: string, each: PathOperation) =>
  samplesOf(contract, each).find((sample) => sample.label === label)?.source ?? expect.unreachable(label);
const clientSample = ({ operation }: PathOperation) => join(copy, `samples/${operation.operationId}.ts`);

beforeAll(async () => {
  writeFileSync(file, stringify(contract, { aliasDuplicateObjects: false }));
  for (const folder of ["src", "test/shapes"]) cpSync(join(root, folder), join(copy, folder), { recursive: true });
  await writeGenerated({ file, out: join(copy, "generated") });
  mkdirSync(join(copy, "samples"));
  for (const each of located) {
    writeFileSync(clientSample(each), sampleOf("TypeScript", each).replace('"phone-agent-api"', '"../src/index.ts"'));
  }
});
afterAll(() => rmSync(copy, { recursive: true }));

test("each passes the lint", async () => {
  const { ok, output } = await lintContract([file]);
  expect(ok, output).toBe(true);
  expect(await secondValidator(file)).toEqual({ ok: true, output: "" });
});

test("each is typed, and so is its sample", async () => {
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
    const pointers = (wanted: string, operation: string, response: unknown) =>
      validators(operation, response).flatMap(({ kind, pointer }) => (kind === wanted ? [pointer] : []));
    const options = { baseUrl: mock.url, token, fetch: send, validate: validators, retry: false } as const;
    use = {
      phone: createPhoneAgentClient(options),
      http: createHttp(options),
      sent: () => (isMock ? mock.journal() : server.calls()).at(-1) ?? expect.unreachable("Nothing was sent."),
      urls,
      isMock,
      url: mock.url,
      server,
      async rejects(call, status) {
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
    vi.stubEnv("PHONE_AGENT_BASE_URL", mock.url);
    vi.stubEnv("PHONE_AGENT_TOKEN", token);
    vi.spyOn(console, "log").mockImplementation(() => {});
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    await mock.close();
  });

  test.each(located.map((each) => [each.operation.operationId, each] as const))(
    "of %s sends what the mock accepts, with the client and with curl",
    async (operationId, each) => {
      await import(clientSample(each));
      const { ok, output } = await run("sh", ["-c", sampleOf("curl", each)]);
      expect(ok, output).toBe(true);
      const sent = mock.journal().slice(-2);
      expect(sent.map(({ operation, status }) => [operation, Number(status) < 400])).toEqual(
        Array(2).fill([operationId, true]),
      );
    },
  );
});

describe("in the reference", () => {
  const out = join(copy, "reference");
  beforeAll(async () => {
    await buildReference({ contract: file, out });
  });

  test.each(names)("%s is told whole", (name) => {
    for (const located of operationsOf(contract, readPart(name))) {
      const text = readFileSync(join(out, `operations/${located.operation.operationId}.md`), "utf8");
      expect(wordsOf(located.operation).filter((word) => !text.includes(word))).toEqual([]);
    }
  });

  test("each has a sample in every language", () => {
    for (const { operation } of located) {
      const shown = readFileSync(join(out, `operations/${operation.operationId}.html`), "utf8");
      const offered = [...shown.matchAll(/<details name="tabs-samples"[^>]*><summary>([^<]+)/g)].map(
        ([, label]) => label,
      );
      expect(offered, operation.operationId).toEqual(languages.map(({ label }) => label));
    }
  });
});

/** What a reader must find: every input, status, content type, header, field and value of an enumeration. */
function wordsOf(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => [
    ...(["content", "headers", "responses", "properties"].includes(key) && typeof value === "object"
      ? Object.keys(value ?? {}).filter((name) => !/^application\/json/.test(name))
      : []),
    ...((key === "name" && typeof value === "string") || key === "enum" ? [value].flat().map(String) : []),
    ...(key === "deprecated" && value === true ? ["eprecated"] : []),
    ...(key === "examples" || key === "example" ? [] : wordsOf(value)),
  ]);
}
