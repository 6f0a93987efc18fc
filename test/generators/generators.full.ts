import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Mock, startMock } from "phone-agent-api/mock";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { codegenDocument } from "../../scripts/contract/codegen.ts";
import { readContract } from "../../scripts/contract/document.ts";
import { type Outcome, root, run } from "../../scripts/tools/run.ts";

interface Generator {
  name: string;
  /** The pinned packages. The test installs them, since they would triple the size of `npm ci`. */
  packages: string[];
  /** The files that the generator reads in addition to `openapi.codegen.json`. `BASE` is the address of the mock. */
  files?: Record<string, string>;
  command: string;
  /** A program that prints the number of tokens and the URL of a relay. */
  use: string;
}

const redocly = join(root, "node_modules/@redocly/cli/bin/cli.js");

/**
 * Most generators don't support an API key in the query, so the safe `fetch` adds it. The mock fails the first request of
 * each operation, so that `fetch` retries.
 */
const safeFetch = `
import { createFetch } from "${root}src/http.ts";
const headers = { prefer: "code=503, times=1" };
const safe = createFetch({
  baseUrl: "BASE", token: "demo-token-not-secret", headers, retry: { baseDelayMs: 1 },
  fetch: globalThis.fetch,
});
`;

/** The code for clients that take no `fetch`, some of which call relative addresses. */
const asGlobal = `${safeFetch}
globalThis.fetch = (input, init) => safe(input instanceof Request ? input : new URL(input, "BASE"), init);
`;

const generators: Generator[] = [
  {
    name: "oazapfts",
    packages: ["oazapfts@7.5.0"],
    command: "mkdir client && node_modules/.bin/oazapfts openapi.codegen.json client/index.ts",
    use: `
import * as api from "./client/index.ts";
${asGlobal}
api.defaults.baseUrl = "BASE";
const [tokens, relay] = [await api.listTokens(), await api.getWebhookRelay("example-type")];
if (tokens.status === 200 && relay.status === 200) console.log(tokens.data.tokens.length, relay.data.config.url);
`,
  },
  {
    name: "orval",
    packages: ["orval@7.13.0"],
    command: "node_modules/.bin/orval --input ./openapi.codegen.json --output ./client/index.ts --client fetch",
    use: `
import { getWebhookRelay, listTokens } from "./client/index.ts";
${asGlobal}
const [tokens, relay] = [await listTokens(), await getWebhookRelay("example-type")];
if (tokens.status === 200 && relay.status === 200) console.log(tokens.data.tokens.length, relay.data.config.url);
`,
  },
  {
    name: "hey-api",
    packages: ["@hey-api/openapi-ts@0.92.0", "typescript@5.9.3"],
    command: "node_modules/.bin/openapi-ts -i openapi.codegen.json -o client -c @hey-api/client-fetch",
    use: `
import { client } from "./client/client.gen.ts";
import { deleteSipRegistration, getWebhookRelay, listTokens } from "./client/index.ts";
${safeFetch}
client.setConfig({ baseUrl: "BASE", fetch: safe });
const { response } = await deleteSipRegistration();
if (response?.status !== 503) throw new Error("The deletion was sent again.");
const tokens = await listTokens({ throwOnError: true });
const relay = await getWebhookRelay({ path: { type: "example-type" }, throwOnError: true });
console.log(tokens.data.tokens.length, relay.data.config.url);
`,
  },
  {
    name: "swagger-typescript-api",
    packages: ["swagger-typescript-api@13.13.0"],
    command: "node_modules/.bin/swagger-typescript-api generate -p openapi.codegen.json -o client -n index.ts --silent",
    use: `
import { Api } from "./client/index.ts";
${asGlobal}
const { api } = new Api({ baseUrl: "BASE" });
const [tokens, relay] = [await api.listTokens(), await api.getWebhookRelay("example-type")];
console.log(tokens.data.tokens.length, relay.data.config.url);
`,
  },
  {
    name: "kubb",
    packages: ["cli", "core", "plugin-oas", "plugin-ts", "plugin-client"].map((name) => `@kubb/${name}@4.39.3`),
    files: {
      "kubb.config.js": `
import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
export default defineConfig({
  root: ".",
  input: { path: "./openapi.codegen.json" },
  output: { path: "./client" },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: "fetch", baseURL: "BASE" })],
});`,
    },
    command: "node_modules/.bin/kubb generate --config kubb.config.js",
    use: `
import { getWebhookRelay } from "./client/clients/getWebhookRelay.ts";
import { listTokens } from "./client/clients/listTokens.ts";
${asGlobal}
const [tokens, relay] = [await listTokens(), await getWebhookRelay("example-type")];
console.log(tokens.tokens.length, relay.config.url);
`,
  },
  {
    name: "redocly generate-client",
    packages: [],
    command: `node ${redocly} generate-client openapi.codegen.json -o client/index.ts`,
    use: `
import { configure, deleteSipRegistration, getWebhookRelay, listTokens } from "./client/index.ts";
${safeFetch}
configure({ serverUrl: "BASE", fetch: safe });
const failed = await deleteSipRegistration().then(() => 200, ({ status }) => status);
if (failed !== 503) throw new Error("The deletion was sent again.");
const [tokens, relay] = [await listTokens(), await getWebhookRelay({ path: { type: "example-type" } })];
console.log(tokens.tokens.length, relay.config.url);
`,
  },
];

/** The folder with the packages of all generators: most of what they install is the same. */
const installed = mkdtempSync(join(tmpdir(), "generators-"));
beforeAll(async () => {
  writeFileSync(join(installed, "package.json"), '{ "private": true }');
  const packages = generators.flatMap((generator) => generator.packages).join(" ");
  passes(await run("sh", ["-c", `cd '${installed}' && npm install --no-audit --no-fund --ignore-scripts ${packages}`]));
});

let mock: Mock;
beforeEach(async () => {
  mock = await startMock({ port: 0 });
});
afterEach(() => mock.close());

const strict = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: "ES2022",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    module: "ESNext",
    moduleResolution: "Bundler",
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
  },
  include: ["use.ts"],
};

function project(files: Record<string, string>): { folder: string; sh(command: string): Promise<Outcome> } {
  const folder = mkdtempSync(join(tmpdir(), "generated-client-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text.replaceAll(/\bBASE\b/g, mock.url));
  }
  return { folder, sh: (command) => run("sh", ["-c", `cd '${folder}' && ${command}`]) };
}

const document = () => JSON.stringify(codegenDocument(readContract()), null, 2);
const passes = ({ ok, output }: Outcome) => expect(ok, output).toBe(true);
const tsx = join(root, "node_modules/tsx/dist/cli.mjs");

test.each(generators.map((generator) => [generator.name, generator] as const))(
  "a client by %s compiles strict, and its calls reach the mock",
  async (_, { files, command, use }) => {
    const { folder, sh } = project({
      "package.json": '{ "private": true, "type": "module" }',
      "tsconfig.json": JSON.stringify(strict),
      "openapi.codegen.json": document(),
      "use.ts": `${use}\nexport {};\n`,
      ...files,
    });
    symlinkSync(join(installed, "node_modules"), join(folder, "node_modules"));
    passes(await sh(command));
    expect(await sh(`node ${join(root, "node_modules/typescript-7/bin/tsc")} --project ${folder}`)).toEqual({
      ok: true,
      output: "",
    });
    expect(await sh(`node ${tsx} use.ts`)).toEqual({ ok: true, output: "2 https://example.com/relay" });
  },
);

const recipe = (file: string) => readFileSync(join(root, "test/samples/recipes", file), "utf8");

test("a Python client, generated as in the recipe, sends the token to the mock", async ({ skip }) => {
  const document = "node_modules/phone-agent-api/dist/openapi.codegen.json";
  const { sh } = project({
    [document]: JSON.stringify(codegenDocument(readContract())),
    "generate.sh": recipe("generate-python.sh")
      .replace(/^npm install.*$/m, "")
      .replace("npx --no -- redocly", `node ${redocly}`)
      .replace("pip install", "python3 -m pip install --quiet --target packages"),
    "use.py": recipe("generated_client.py"),
  });
  const { ok, output } = await sh("sh -e generate.sh");
  expect(output).toContain("successfully generated");
  if (!ok) skip(`Python, or httpx from its registry, is not available here: ${output}`);
  const environment = (token: string) =>
    `PYTHONPATH=packages PHONE_AGENT_BASE_URL=${mock.url} PHONE_AGENT_TOKEN=${token}`;
  expect(await sh(`${environment("demo-token-not-secret")} python3 use.py`)).toEqual({
    ok: true,
    output: "2 tokens",
  });
  expect((await sh(`${environment("")} python3 use.py`)).output).toContain("401");
});

test("the recipe installs the version of Redocly that this project has", () => {
  expect(recipe("generate-python.sh")).toContain(`@redocly/cli@${manifest.devDependencies["@redocly/cli"]}`);
});
