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
  command: string;
  /** A program that prints the number of tokens and the URL of a relay. */
  use: string;
}

const redocly = join(root, "node_modules/@redocly/cli/bin/cli.js");

/**
 * Most generators don't support an API key in the query, so the safe `fetch` adds it. The mock
 * fails the first request of each operation, so that `fetch` retries.
 */
const safeFetch = `
import { createFetch } from "${root}src/http.ts";
const headers = { prefer: "code=503, times=1" };
const safe = createFetch({
  baseUrl: "BASE", token: "demo-token-not-secret", headers, retry: { baseDelayMs: 1 },
  fetch: globalThis.fetch,
});
`;

const generators: Generator[] = [
  {
    name: "oazapfts",
    packages: ["oazapfts@7.5.0"],
    command: "mkdir client && node_modules/.bin/oazapfts openapi.codegen.json client/index.ts",
    use: `
import * as api from "./client/index.ts";
${safeFetch}
globalThis.fetch = safe;
api.defaults.baseUrl = "BASE";
const [tokens, relay] = [await api.listTokens(), await api.getWebhookRelay("RELAY_TYPE")];
if (tokens.status === 200 && relay.status === 200) console.log(tokens.data.tokens.length, relay.data.config.url);
`,
  },
  {
    name: "hey-api",
    packages: ["@hey-api/openapi-ts@0.92.0", "typescript@5.9.3"],
    command:
      "node_modules/.bin/openapi-ts -i openapi.codegen.json -o client -c @hey-api/client-fetch",
    use: `
import { client } from "./client/client.gen.ts";
import { deleteSipRegistration, getWebhookRelay, listTokens } from "./client/index.ts";
${safeFetch}
client.setConfig({ baseUrl: "BASE", fetch: safe });
const { response } = await deleteSipRegistration();
if (response?.status !== 503) throw new Error("The deletion was sent again.");
const tokens = await listTokens({ throwOnError: true });
const relay = await getWebhookRelay({ path: { type: "RELAY_TYPE" }, throwOnError: true });
console.log(tokens.data.tokens.length, relay.data.config.url);
`,
  },
];

/** The folder with the packages of all generators: most of what they install is the same. */
const installed = mkdtempSync(join(tmpdir(), "generators-"));
beforeAll(async () => {
  writeFileSync(join(installed, "package.json"), '{ "private": true }');
  const packages = generators.flatMap((generator) => generator.packages).join(" ");
  passes(
    await run("sh", [
      "-c",
      `cd '${installed}' && npm install --no-audit --no-fund --ignore-scripts ${packages}`,
    ]),
  );
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

function project(files: Record<string, string>): {
  folder: string;
  sh(command: string): Promise<Outcome>;
} {
  const folder = mkdtempSync(join(tmpdir(), "generated-client-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text.replaceAll(/\bBASE\b/g, mock.url));
  }
  return { folder, sh: (command) => run("sh", ["-c", `cd '${folder}' && ${command}`]) };
}

const document = JSON.stringify(codegenDocument(readContract()));
const passes = ({ ok, output }: Outcome) => expect(ok, output).toBe(true);
const tsx = join(root, "node_modules/tsx/dist/cli.mjs");

test.each(generators.map((generator) => [generator.name, generator] as const))(
  "a client by %s compiles strict, and its calls reach the mock",
  async (_, { command, use }) => {
    const { folder, sh } = project({
      "package.json": '{ "private": true, "type": "module" }',
      "tsconfig.json": JSON.stringify(strict),
      "openapi.codegen.json": document,
      "use.ts": `${use}\nexport {};\n`,
    });
    symlinkSync(join(installed, "node_modules"), join(folder, "node_modules"));
    passes(await sh(command));
    passes(await sh(`node ${join(root, "node_modules/typescript-7/bin/tsc")} --project ${folder}`));
    expect(await sh(`node ${tsx} use.ts`)).toEqual({
      ok: true,
      output: "2 https://example.com/relay",
    });
  },
);

const recipe = (file: string) => readFileSync(join(root, "test/samples/recipes", file), "utf8");

test("a Python client, generated as in the recipe, sends the token to the mock", async ({
  skip,
}) => {
  const { sh } = project({
    "node_modules/phone-agent-api/dist/openapi.codegen.json": document,
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
  expect(recipe("generate-python.sh")).toContain(
    `@redocly/cli@${manifest.devDependencies["@redocly/cli"]}`,
  );
});
