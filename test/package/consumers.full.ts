import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startMock } from "phone-agent-api/mock";
import { beforeAll, expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { createProject } from "../recipes/project.ts";
import { root, run } from "./packed.ts";
import { fetchRuntime } from "./runtimes.ts";

/** The oldest TypeScript that openapi-fetch's types compile with, the one that builds this, and the newest. */
const compilers = {
  "5.4.5": "typescript-5-4-5",
  "5.9.3": "typescript",
  "6.0.3": "typescript-6-0-3",
  "7.0.2": "typescript-7",
};
const installed = ["5.4.5", "6.0.3"] as const;

let folder: string;
beforeAll(async () => {
  ({ folder } = await createProject({
    files: [],
    packages: [
      "vite@8.3.8",
      "@rollup/plugin-node-resolve@16.0.3",
      ...installed.map((version) => `${compilers[version]}@npm:typescript@${version}`),
    ],
    linked: [
      ...["msw", "@tanstack/react-query", "openapi-react-query", "react"],
      ...["@types/node", "rollup", "esbuild", "vitest", "typescript", "typescript-7"],
    ],
  }));
  await writeFile(join(folder, "use.ts"), use);
}, 300_000);

const use = `
import { createPhoneAgentClient, PhoneAgentError, type Room } from "phone-agent-api";
import { createHttp } from "phone-agent-api/http";
import { type Mock, startMock } from "phone-agent-api/mock";
import { createTestServer } from "phone-agent-api/testing";
import { validators } from "phone-agent-api/validate";

const server = createTestServer();
server.on.listTokens.reply("empty");
export const phone = createPhoneAgentClient({ fetch: server.fetch, validate: validators });
export const first: string | undefined = (await phone.listTokens()).tokens[0]?.token;
export const rooms: Room[] = [];
for await (const room of phone.junkRooms()) rooms.push(room);
export async function relay(): Promise<string> {
  try {
    return (await phone.getWebhookRelay("sms")).config.url;
  } catch (error) {
    if (error instanceof PhoneAgentError && error.kind === "http") return String(error.status);
    throw error;
  }
}
const { data } = await createHttp().GET("/api/v2/tokens");
export const count: number | undefined = data?.tokens.length;
export const mock = (): Promise<Mock> => startMock({ port: 0 });
// @ts-expect-error The contract has no such operation: no type is any.
phone.nonexistent;
`;

const dom = ["es2023", "dom", "dom.iterable", "dom.asynciterable"];
const modules = [
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
] as const;
/** Each compiler with each resolution and with each library, and each resolution with each library. */
const settings = Object.entries(compilers).flatMap(([version, name], row) =>
  modules.map(([module, moduleResolution], column) => {
    const hasDom = (row + column) % 2 === 0;
    return {
      version,
      name,
      module,
      moduleResolution,
      lib: hasDom ? dom : ["es2023"],
      types: hasDom ? "with" : "without",
    };
  }),
);

test.each(settings)(
  "TypeScript $version, strict, libraries checked, $moduleResolution, $types DOM types",
  async ({ name, module, moduleResolution, lib }) => {
    const compilerOptions = {
      module,
      moduleResolution,
      lib,
      target: "es2022",
      strict: true,
      noEmit: true,
      skipLibCheck: false,
    };
    const config = { compilerOptions: { ...compilerOptions, types: ["node"] }, include: ["use.ts"] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    const args = [`node_modules/${name}/bin/tsc`, "-p", "."];
    const { stdout } = await run("node", args, { cwd: folder }).catch((error) => error);
    expect(stdout).toBe("");
  },
);

/** Each bundles the client and prints the modules in the bundle. */
const bundlers = {
  esbuild: `
import { build } from "esbuild";
const { metafile } = await build({ entryPoints: ["client.js"], bundle: true, format: "esm", metafile: true, write: false });
console.log(JSON.stringify(Object.keys(Object.values(metafile.outputs)[0].inputs)));`,
  rollup: `
import nodeResolve from "@rollup/plugin-node-resolve";
import { rollup } from "rollup";
const bundle = await rollup({ input: "client.js", plugins: [nodeResolve()] });
const { output } = await bundle.generate({ format: "es" });
console.log(JSON.stringify(output.flatMap(({ modules }) => Object.keys(modules))));`,
  vite: `
import { build } from "vite";
const { output } = await build({ logLevel: "silent", build: { write: false, rollupOptions: { input: "client.js" } } });
console.log(JSON.stringify(output.flatMap(({ modules = {} }) => Object.keys(modules))));`,
};

test.each(Object.entries(bundlers))("%s bundles the client alone, without a dependency", async (name, script) => {
  const client = `import { createPhoneAgentClient } from "phone-agent-api";\nglobalThis.phone = createPhoneAgentClient;\n`;
  await writeFile(join(folder, "client.js"), client);
  await writeFile(join(folder, `${name}.mjs`), script);
  const { stdout } = await run("node", [`${name}.mjs`], { cwd: folder });
  const modules = (JSON.parse(stdout) as string[]).filter((path) => path.includes("node_modules/"));
  const inPackages = modules.map((path) => path.replace(/.*node_modules\//, "")).sort();
  expect(inPackages).toEqual(["phone-agent-api/dist/src/index.js"]);
});

const tokens = fixtures.listTokens["every-field"].tokens.length;
const body = `
  const server = createTestServer();
  server.on.listTokens.fail(503, 1);
  const phone = createPhoneAgentClient({ baseUrl: "https://example.com", token: "t", fetch: server.fetch, retry: { baseDelayMs: 1 } });
  const { tokens } = await phone.listTokens();
  if (tokens.length !== ${tokens} || server.calls().length !== 2) throw new Error("The test server responds otherwise.");`;
const imports = `import { createPhoneAgentClient } from "phone-agent-api";\nimport { createTestServer } from "phone-agent-api/testing";`;

async function testServerIn(name: string, module: string, command: string, ...args: string[]) {
  const file = `${name}.test.mjs`;
  const text = `import { test } from "${module}";\n${imports}\ntest("tokens", async () => {${body}\n});\n`;
  await writeFile(join(folder, file), text);
  const { stdout, stderr } = await run(command, [...args, file], { cwd: folder });
  expect(`${stdout}${stderr}`).toMatch(/pass/);
}

test("the test server works in node:test", () => testServerIn("node", "node:test", "node", "--test"));

test("the test server works in Vitest", () =>
  testServerIn("vitest", "vitest", "node", "node_modules/vitest/vitest.mjs", "run"));

test("the test server works in bun test", async ({ skip }) => {
  await fetchRuntime("bun@1.4.5", skip);
  await testServerIn("bun", "bun:test", "npx", "-y", "bun@1.4.5", "test");
});

test.each([
  ["MSW", "consumers/recipes/msw.ts", "5 rooms after 2 attempts"],
  ["React Query", "consumers/recipes/react-query.ts", "2 tokens"],
])("with %s the sample of the guide works", async (_, sample, output) => {
  await writeFile(join(folder, "sample.ts"), await readFile(join(root, "test", sample)));
  await run("node_modules/esbuild/bin/esbuild", ["sample.ts", "--outfile=sample.mjs"], { cwd: folder });
  const mock = await startMock({ port: 0 });
  const env = { ...process.env, PHONE_AGENT_BASE_URL: mock.url, PHONE_AGENT_TOKEN: "demo-token-not-secret" };
  const { stdout } = await run("node", ["sample.mjs"], { cwd: folder, env }).finally(() => mock.close());
  expect(stdout).toContain(output);
});
