import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { operations } from "#generated/operations.ts";
import { readContract } from "../../scripts/contract/document.ts";
import { consumerFile } from "../../scripts/tools/consumers.ts";
import { root } from "../../scripts/tools/run.ts";
import { indexedOperations } from "../../src/openapi/operation-index.ts";
import { entry, har } from "../traffic/files.ts";
import { installPacked, run } from "./packed.ts";

/** The oldest TypeScript that the types compile with; the two that this project has are linked. */
const oldTypeScript = "typescript-5-4";

let project: Awaited<ReturnType<typeof installPacked>>;
let packageFolder: string;
beforeAll(async () => {
  project = await installPacked(`${oldTypeScript}@npm:typescript@5.4.5`, "@types/node@20.19.43");
  packageFolder = join(project.folder, "node_modules/phone-agent-api");
});
const readPacked = (file: string) => readFile(join(packageFolder, file), "utf8");

test("the tarball contains the published files, and no others", () => {
  const published =
    /^(dist\/src\/.+\.(js|d\.ts)|dist\/guides\/.+\.md|dist\/openapi(\.codegen)?\.json|dist\/llms\.txt|generated\/coverage\.svg|openapi\/openapi\.yaml|(README|CHANGELOG)\.md|LICENSE|package\.json)$/;
  expect(project.files.filter((path) => !published.test(path))).toEqual([]);
  const files = [
    "dist/src/index.js",
    "dist/src/validate.js",
    "dist/guides/errors.md",
    "dist/llms.txt",
    "LICENSE",
  ];
  expect(project.files).toEqual(
    expect.arrayContaining([...files, "dist/openapi.json", "CHANGELOG.md"]),
  );
});

// Three quarters of the tarball are code that keeps its lines and names, and the rest is the contract
// and the guides. A byte of the contract makes eight of types, validators and texts. `verify` has the client's sender, 35 kB, beside that of the client's own modules;
// the list of words that decides which names of traffic are written is 31 kB.
test("the tarball keeps to 60 files, 545 kB and ten bytes for each of the contract", async () => {
  expect(project.files.length).toBeLessThanOrEqual(60);
  const contract = await readPacked("openapi/openapi.yaml");
  expect(project.unpackedSize).toBeLessThanOrEqual(545_000 + 10 * contract.length);
});

test("the packed code has line breaks, so that a stack trace shows a line and not the whole file", async () => {
  for (const path of project.files.filter((file) => file.endsWith(".js"))) {
    const lines = (await readPacked(path)).split("\n");
    expect(Math.max(...lines.map((line) => line.length)), path).toBeLessThan(3_000);
  }
});

test("llms.txt has the README, every page and every name-only operation", async () => {
  const index = await readPacked("dist/llms.txt");
  for (const page of ["client", "test-server", "mock-server"])
    expect(index).toContain(`](guides/${page}.md)`);
  expect(index).toContain("](../README.md)");
  for (const operation of indexedOperations(readContract())) {
    if (operation.knowledge === "name") expect(index).toContain(operation.name);
  }
});

test("each link of a text in the tarball is to a file in it", async () => {
  for (const file of project.files.filter((path) =>
    /^(README|dist\/guides\/.+)\.md$|llms\.txt$/.test(path),
  )) {
    const text = (await readPacked(file)).replaceAll(/^```.*?^```$/gms, "");
    const links = [...text.matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)];
    const targets = links.map(([, href = ""]) => posix.join(posix.dirname(file), href));
    expect(
      targets.filter((target) => !project.files.includes(target)),
      file,
    ).toEqual([]);
  }
});

test("installing the package installs openapi-fetch, with its types, and no other package", async () => {
  const names = (await readdir(join(project.folder, "node_modules"))).filter(
    (name) => !name.startsWith("."),
  );
  const own = ["@types", oldTypeScript, "undici-types"];
  expect(names.filter((name) => !own.includes(name)).sort()).toEqual([
    "openapi-fetch",
    "openapi-typescript-helpers",
    "phone-agent-api",
  ]);
});

test("a bundle of the client contains nothing else", async () => {
  const contents =
    'import { createPhoneAgentClient } from "phone-agent-api"; createPhoneAgentClient();';
  const stdin = { contents, resolveDir: project.folder };
  const { metafile } = await build({
    stdin,
    bundle: true,
    metafile: true,
    write: false,
    logLevel: "error",
  });
  const modules = Object.keys(metafile.inputs).filter((path) => path !== "<stdin>");
  expect(modules.map((path) => path.replace(/.*node_modules\//, ""))).toEqual([
    "phone-agent-api/dist/src/index.js",
  ]);
});

test("publint finds nothing, and the types resolve for ESM and for bundlers", async () => {
  const publint = join(consumerFile("publint"), "../cli.js");
  // If one of them finds a problem, the exit code is 1, and `run` throws.
  await run("node", [publint, "--strict", packageFolder]);
  const attw = join(consumerFile("@arethetypeswrong/cli/package.json"), "../dist/index.js");
  // YAML and text aren't modules.
  const modules = [
    "--profile",
    "esm-only",
    "--exclude-entrypoints",
    "openapi.yaml",
    "llms.txt",
    "--no-emoji",
  ];
  const { stdout } = await run("node", [attw, project.tarball, ...modules]);
  expect(stdout.match(/node16 \(from ESM\): .*\(ESM\)/g)).toHaveLength(5);
});

test("one call keeps to its size, which grows with the operations", async () => {
  const args = ["run", "--silent", "bench", "--", "call", "--json"];
  const { call } = JSON.parse((await run("npm", args, { cwd: root })).stdout);
  // The table has 16 bytes for each of 97 operations of every shape; more have more in common.
  const { length } = Object.keys(operations);
  // 240 are room for facts: the first body that an operation takes brings 180 for its ways of
  // writing, and no test may be red when it is known.
  const maximum = 8_000 + 16 * Math.min(length, 100) + 8 * Math.max(length - 100, 0);
  expect(call["bytes, gzipped"]).toBeLessThanOrEqual(maximum);
});

const use = `
import { createPhoneAgentClient, PhoneAgentError } from "phone-agent-api";
import { createHttp } from "phone-agent-api/http";
import { type Mock, startMock } from "phone-agent-api/mock";
import { createTestServer } from "phone-agent-api/testing";
import { validators } from "phone-agent-api/validate";

const server = createTestServer();
server.on.listTokens.reply("empty");
export const phone = createPhoneAgentClient({ fetch: server.fetch, validate: validators });
export const first: string | undefined = (await phone.listTokens()).tokens[0]?.token;
// @ts-expect-error: a number is no relay type.
await phone.getWebhookRelay(1).catch((error: unknown) => PhoneAgentError.is(error) && error.kind === "http");
export const count: number | undefined = (await createHttp().GET("/api/v2/tokens")).data?.tokens.length;
export const mock = (): Promise<Mock> => startMock({ port: 0 });
// @ts-expect-error: the contract has no such operation, so no type is any.
phone.nonexistent;
`;

/** Compiles files of the project by a version of TypeScript, and returns what that prints. */
async function compile(version: string, compilerOptions: object, ...files: string[]) {
  const compilers: Record<string, string> = {
    "5.4": join(project.folder, "node_modules", oldTypeScript),
    "5.9": join(root, "node_modules/typescript"),
    "7.0": join(root, "node_modules/typescript-7"),
  };
  const options = { target: "es2022", strict: true, noEmit: true, types: ["node"] };
  const config = { compilerOptions: { ...options, ...compilerOptions }, files };
  await writeFile(join(project.folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(`${compilers[version]}`, "bin/tsc");
  const { stdout } = await run("node", [tsc, "-p", "."], { cwd: project.folder }).catch(
    (error) => error,
  );
  return stdout as string;
}

const dom = ["es2023", "dom", "dom.iterable", "dom.asynciterable"];
test.each([
  ["5.4", "nodenext", { module: "nodenext", lib: dom }],
  ["5.4", "bundler", { module: "esnext", moduleResolution: "bundler", lib: ["es2023"] }],
  ["5.9", "nodenext", { module: "nodenext", lib: ["es2023"] }],
  ["7.0", "bundler", { module: "esnext", moduleResolution: "bundler", lib: dom }],
  [
    "7.0",
    "nodenext, without DOM and Node types",
    { module: "nodenext", lib: ["es2023"], types: [], skipLibCheck: true },
  ],
])("TypeScript %s, strict, resolution %s", async (version, _, options) => {
  await writeFile(join(project.folder, "use.ts"), use);
  expect(await compile(version, options, "use.ts")).toBe("");
});

// What compiles is what the recipe for CommonJS says.
test.each([
  ["5.4", "node16", false],
  ["5.4", "nodenext", false],
  ["5.9", "node16", false],
  ["5.9", "nodenext", true],
])(
  "in CommonJS, TypeScript %s with %s compiles `import()`, and `require`: %j",
  async (version, module, isRequired) => {
    const recipe = await readFile(join(root, "test/samples/recipes/commonjs.cjs"), "utf8");
    await writeFile(join(project.folder, "recipe.cts"), recipe);
    const required =
      'import { createPhoneAgentClient } from "phone-agent-api";\ncreatePhoneAgentClient();';
    await writeFile(join(project.folder, "require.cts"), required);
    const output = await compile(version, { module }, "recipe.cts", "require.cts");
    const errors = output.match(/^\S+\.cts\S*: error \w+/gm);
    expect(errors).toEqual(isRequired ? null : ["require.cts(1,40): error TS1479"]);
  },
);

test("the contract is importable from the package", async () => {
  const script = `import contract from "phone-agent-api/openapi.json" with { type: "json" }; console.log(contract.openapi);
    import { readFileSync } from "node:fs";
    console.log(readFileSync(new URL(import.meta.resolve("phone-agent-api/openapi.yaml")), "utf8").slice(0, 8));`;
  const { stdout } = await run("node", ["--input-type=module", "-e", script], {
    cwd: project.folder,
  });
  expect(stdout).toBe("3.1.1\nopenapi:\n");
});

test("the installed command verifies recorded traffic, without Prism", async () => {
  const traffic = har(
    entry({ url: "/api/v2/junkConversations?token=t", body: fixtures.listJunkInbox.empty }),
  );
  await writeFile(join(project.folder, "traffic.har"), traffic);
  const args = [
    "--no",
    "--",
    "phone-agent-api",
    "verify",
    "--har",
    "traffic.har",
    "--fail-on",
    "new",
  ];
  const { code, stdout } = await run("npx", args, { cwd: project.folder }).catch((error) => error);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^The service agrees with the contract, as far as it was checked: 1 request to 1 of \d+ operations, 1 of them checked down to the body\. It shows 1 fact /,
  );
});
