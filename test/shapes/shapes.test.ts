import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { stringify } from "yaml";
import { createCall } from "../../scripts/docs/samples/create-call.ts";
import { samplesOf } from "../../scripts/docs/samples/samples.ts";
import { buildReference } from "../../scripts/docs.ts";
import { writeGenerated } from "../../scripts/generate.ts";
import { lintContract } from "../../scripts/lint.ts";
import { root, runBin } from "../../scripts/tools/run.ts";
import type { Mock } from "../../src/mock/index.ts";
import { operationsOf, webhooksOf } from "../../src/openapi/operations.ts";
import type { TestServer } from "../../src/testing/index.ts";
import { loadContract } from "../../src/verify/load.ts";
import { compileIn } from "../bundle.ts";
import { copySource } from "../source-copy.ts";
import { sendToBoth } from "../testing/servers.ts";
import { contractOf, copyPart, names } from "./contract.ts";
import { requests } from "./requests.ts";
import type { Use } from "./use.ts";

// One contract contains all shapes, so that each tool runs once.
mkdirSync(join(root, "dist"), { recursive: true });
const copy = mkdtempSync(join(root, "dist/shapes-"));
const file = join(copy, "openapi.yaml");
const contract = contractOf(names.map(copyPart));
const operations = operationsOf(contract).filter(({ path }) => path.startsWith("/api/v2/shapes/"));
const sampleFile = (id: string) => `samples/${id}.ts`;

let load: Awaited<ReturnType<typeof compileIn>>;

beforeAll(async () => {
  writeFileSync(file, stringify(contract, { aliasDuplicateObjects: false }));
  copySource(copy, "src", "test/shapes");
  await writeGenerated({ file, out: join(copy, "generated") });
  mkdirSync(join(copy, "samples"));
  for (const operation of operations) {
    const [sample] = samplesOf(createCall(contract, operation)).filter(
      ({ label }) => label === "TypeScript",
    );
    const code = sample?.code.replace('"phone-agent-api"', '"../src/index.ts"');
    writeFileSync(join(copy, sampleFile(operation.id)), `${code}`);
  }
  const entries = ["index", "http", "testing/index", "validate", "mock/index"];
  const files = [
    ...entries.map((name) => `src/${name}.ts`),
    ...operations.map(({ id }) => sampleFile(id)),
    "test/shapes/uses.ts",
  ];
  load = await compileIn(copy, files);
});
afterAll(() => rmSync(copy, { recursive: true }));

test("the contract with all shapes passes the lint", async () => {
  const { ok, output } = await lintContract([file]);
  expect(ok, output).toBe(true);
});

test("the uses and the samples of all shapes compile", async () => {
  const project = {
    extends: "../../tsconfig.json",
    include: ["test/shapes/uses.ts", "samples", "generated/fixtures.ts"],
    exclude: [],
  };
  writeFileSync(join(copy, "tsconfig.json"), JSON.stringify(project));
  expect(await runBin("tsc", "--project", copy)).toEqual({ ok: true, output: "" });
});

describe("with both servers", () => {
  let mock: Mock;
  let server: TestServer;
  let uses: Record<string, (use: Use) => Promise<void>>;
  let use: Use;
  let validators: typeof import("../../src/validate.ts").validators;
  let contractAsFile: ReturnType<typeof loadContract>;
  const urls: string[] = [];

  beforeAll(async () => {
    contractAsFile = loadContract(file);
    const { createPhoneAgentClient } =
      await load<typeof import("../../src/index.ts")>("src/index.ts");
    const { createHttp } = await load<typeof import("../../src/http.ts")>("src/http.ts");
    const { createTestServer } =
      await load<typeof import("../../src/testing/index.ts")>("src/testing/index.ts");
    ({ validators } = await load<typeof import("../../src/validate.ts")>("src/validate.ts"));
    const { startMock } = await load<typeof import("../../src/mock/index.ts")>("src/mock/index.ts");
    ({ uses } = await load<{ uses: typeof uses }>("test/shapes/uses.ts"));
    server = createTestServer();
    mock = await startMock({ port: 0, contract: file, logLevel: "silent" });
    const options = {
      baseUrl: mock.url,
      token: "demo-token-not-secret",
      fetch: (url: string, init: RequestInit) => {
        urls.push(url);
        return sendToBoth({ mock, server }, url, init);
      },
      validate: validators,
      retry: false,
    } as const;
    const pointers = (findingKind: string, operation: string, response: unknown) =>
      validators(operation as "listTokens", response).flatMap(({ kind, pointer }) =>
        kind === findingKind ? [pointer] : [],
      );
    use = {
      phone: createPhoneAgentClient(options),
      http: createHttp(options),
      server,
      latest: () => server.calls().at(-1) ?? expect.unreachable("Nothing was sent."),
      url: () => new URL(`${urls.at(-1)}`),
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
  afterAll(() => mock.close());

  test.each(names)("%s can be used", async (name) => uses[name]?.(use));

  test.each(requests)(
    "%s gets %i %j",
    async (request, status, expected, { body, ...headers } = {}) => {
      const [method = "", target = ""] = request.split(" ");
      const token = target.includes("token") ? "" : `${target.includes("?") ? "&" : "?"}token=t`;
      const url = `${mock.url}/api/v2/shapes/${target}${token}`;
      const response = await sendToBoth({ mock, server }, url, {
        method,
        redirect: "manual",
        headers,
        ...(body && { body }),
      });
      const text = await response.text();
      expect(response.status, text).toBe(status);
      expect(text).not.toContain("s3cret");
      if (status >= 400 && typeof expected === "string") {
        expect(response.headers.get("mock-rejection")).toContain(expected);
      } else if (typeof expected === "string") expect(text).toBe(expected);
      else expect(Object.fromEntries(response.headers)).toMatchObject(expected);
    },
  );

  const [json, list] = ["application/json", "application/vnd.offers+json"];
  test.each<[status: number, mediaType: string, body: unknown, ...findings: string[]]>([
    [200, json, { success: true, offer: 1 }],
    [200, json, [1], "contradiction  must be object"],
    [200, json, { offer: 1 }, "contradiction /success must be true"],
    [200, list, [1]],
    [200, list, { success: true, offer: 1 }, "contradiction  must be array"],
    [202, json, {}, "unknown-presence /jobId is missing"],
  ])(
    "verify finds the same in a response of %i and %s with the package's contract and with --contract: %j",
    async (status, mediaType, body, ...expected) => {
      const operation = operations.find(({ id }) => id === "readOffer") ?? expect.unreachable();
      const { compareBody } = await contractAsFile;
      for (const findings of [
        compareBody(operation, status, mediaType, body),
        validators("readOffer" as "listTokens", body, status, mediaType),
      ])
        expect(
          findings.map(({ kind, pointer, message }) => `${kind} ${pointer} ${message}`),
        ).toEqual(expected);
    },
  );

  test("both servers compare a planned body with the schema of its media type", async () => {
    const body = [1];
    await fetch(`${mock.url}/__mock/on/readOffer`, {
      method: "PUT",
      body: JSON.stringify({ body }),
    });
    server.on["readOffer" as "listTokens"].replyWith(body as never);
    const problems = [json, list].flatMap((accept) =>
      [fetch, server.fetch].map(async (send) => {
        const url = `${mock.url}/api/v2/shapes/offers?token=t`;
        return (await send(url, { headers: { accept } })).headers.get("mock-problem");
      }),
    );
    const problem = "The planned body doesn't match the contract: must be object.";
    expect(await Promise.all(problems)).toEqual([problem, problem, null, null]);
  });

  test("the mock makes up bodies of known shape alone, and the test server none", async () => {
    const ask = (send: typeof fetch, path: string) =>
      send(`${mock.url}/api/v2/shapes/${path}?token=t`, { headers: { prefer: "dynamic=true" } });
    expect((await ask(fetch, "tree")).headers.get("mock-source")).toBe("generated");
    expect(await (await ask(fetch, "anything")).text()).toBe("null");
    const rejection = await ask(server.fetch, "tree");
    expect(rejection.status).toBe(501);
    expect(rejection.headers.get("mock-rejection")).toContain("generates no random bodies");
  });

  test.each(operations.map(({ id }) => id))(
    "the sample of %s sends a request that the mock accepts",
    async (id) => {
      vi.stubEnv("PHONE_AGENT_BASE_URL", mock.url);
      vi.stubEnv("PHONE_AGENT_TOKEN", "t");
      vi.spyOn(console, "log").mockImplementation(() => {});
      await load(sampleFile(id)).finally(() => {
        vi.unstubAllEnvs();
        vi.restoreAllMocks();
      });
      const { operation, status } = mock.journal().at(-1) ?? {};
      expect([operation, Number(status) < 400]).toEqual([id, true]);
    },
  );
});

describe("in the reference", () => {
  const folder = join(copy, "reference");
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  beforeAll(async () => {
    await buildReference({ contract: file, out: folder, redoc: "" });
  });

  test("the page of each operation has every input, status, header and field, and a sample in every language", () => {
    for (const { id, node } of operations) {
      // A page calls the status `default` so.
      const text = read(`operations/${id}.md`).replaceAll("Any other status", "default");
      expect(wordsOf(node).filter((word) => !text.includes(word))).toEqual([]);
      const html = read(`operations/${id}.html`);
      const labels = html.matchAll(/type="radio" name="[^"]*samples" value="([^"]+)"/g);
      expect([...labels].map(([, label]) => label)).toEqual(["curl", "TypeScript", "Python"]);
    }
  });

  test("the page of each webhook and callback has every field", () => {
    expect(webhooksOf(contract).map(({ name }) => name)).toEqual(["itemCreated", "callResult"]);
    for (const { name, node } of webhooksOf(contract)) {
      const text = read(`webhooks/${name}.md`);
      expect(wordsOf(node["requestBody"]).filter((word) => !text.includes(word))).toEqual([]);
    }
  });
});

/**
 * Returns the words that a page must contain: inputs, statuses, content types, headers, fields and
 * enumerated values.
 */
function wordsOf(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  // Each callback has its page.
  const entries = Object.entries(node).filter(([key]) => key !== "callbacks");
  return entries.flatMap(([key, value]) => [
    ...(["content", "headers", "responses", "properties"].includes(key) && typeof value === "object"
      ? Object.keys(value ?? {}).filter((name) => !/^application\/json/.test(name))
      : []),
    ...((key === "name" && typeof value === "string") || key === "enum"
      ? [value].flat().map(String)
      : []),
    ...(key === "deprecated" && value === true ? ["eprecated"] : []),
    ...(key === "examples" || key === "example" ? [] : wordsOf(value)),
  ]);
}
