import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, posix } from "node:path";
import { publint } from "publint";
import { beforeAll, expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { readContract } from "../../scripts/contract/document.ts";
import { indexedOperations } from "../../scripts/contract/operations.ts";
import { type Installed, installPacked, root, run } from "../package/packed.ts";
import { testRuntimes } from "../package/runtimes.ts";
import { entry, har } from "../traffic/files.ts";

let project: Installed;
beforeAll(async () => {
  project = await installPacked();
}, 120_000);

test("the tarball contains the published files, and no others", () => {
  const odd = project.files.filter(
    (path) =>
      !/^(dist\/src\/.+\.(js|d\.ts)|dist\/guides\/.+\.md|dist\/openapi(\.codegen)?\.json|dist\/llms\.txt|generated\/coverage\.svg|openapi\/openapi\.yaml|(README|CHANGELOG)\.md|LICENSE|package\.json)$/.test(
        path,
      ),
  );
  expect(odd).toEqual([]);
  for (const path of [
    "dist/src/index.js",
    "dist/src/validate.js",
    "dist/guides/errors.md",
    "dist/llms.txt",
    "dist/openapi.json",
    "LICENSE",
    "CHANGELOG.md",
  ]) {
    expect(project.files).toContain(path);
  }
});

// Half of the tarball is code that keeps its lines and names, and a quarter is the contract and the guides.
test("the tarball keeps to 60 files and 700 kB", () => {
  expect(project.files.length).toBeLessThanOrEqual(60);
  expect(project.unpackedSize).toBeLessThanOrEqual(700_000);
});

test("the packed code has line breaks, so that a stack trace shows a line and not the whole file", async () => {
  const folder = join(project.folder, "node_modules/phone-agent-api");
  for (const path of project.files.filter((file) => file.endsWith(".js"))) {
    const lines = (await readFile(join(folder, path), "utf8")).split("\n");
    expect(Math.max(...lines.map((line) => line.length)), path).toBeLessThan(3_000);
  }
});

test("llms.txt in the tarball has the README, every page and every operation by name, and its links are to files in it", async () => {
  const index = await readFile(join(project.folder, "node_modules/phone-agent-api/dist/llms.txt"), "utf8");
  const links = [...index.matchAll(/\]\(([^)]+)\)/g)].map(([, href = ""]) => posix.join("dist", href));
  expect(links.filter((file) => !project.files.includes(file))).toEqual([]);
  for (const page of ["client", "test-server", "mock-server"]) expect(links).toContain(`dist/guides/${page}.md`);
  expect(links).toContain("README.md");
  for (const operation of indexedOperations(readContract())) {
    if (operation.knowledge === "name") expect(index).toContain(operation.name);
  }
});

test("each link and picture of the README is to a file in the tarball", async () => {
  const text = await readFile(join(project.folder, "node_modules/phone-agent-api/README.md"), "utf8");
  const targets = [...text.matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)].map(([, href = ""]) => href);
  expect(targets.length).toBeGreaterThan(0);
  expect(targets.filter((file) => !project.files.includes(file))).toEqual([]);
});

test("each link of a guide in the tarball is to a file in it", async () => {
  for (const guide of project.files.filter((file) => file.startsWith("dist/guides/"))) {
    const text = await readFile(join(project.folder, "node_modules/phone-agent-api", guide), "utf8");
    const links = [...text.replaceAll(/^```.*?^```$/gms, "").matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)];
    const targets = links.map(([, href = ""]) => posix.join("dist/guides", href));
    expect(
      targets.filter((file) => !project.files.includes(file)),
      guide,
    ).toEqual([]);
  }
});

test("every type in the tarball is reachable, and its code ships", () => {
  const declarationFiles = project.files.filter((path) => path.endsWith(".d.ts") && !path.includes("/shared-"));
  expect(
    declarationFiles.map((path) => path.replace(".d.ts", ".js")).filter((path) => !project.files.includes(path)),
  ).toEqual([]);
});

test("installing the package installs openapi-fetch, with its types, and no other package", async () => {
  const names = (await readdir(join(project.folder, "node_modules"))).filter((name) => !name.startsWith("."));
  expect(names.sort()).toEqual(["openapi-fetch", "openapi-typescript-helpers", "phone-agent-api"]);
});

test("publint finds nothing", async () => {
  const { messages } = await publint({
    pkgDir: join(project.folder, "node_modules/phone-agent-api"),
    pack: false,
    strict: true,
  });
  expect(messages).toEqual([]);
});

test("one call keeps to its size", async () => {
  // If a limit is exceeded, the exit code is 1, and `run` throws.
  const { stdout } = await run("npm", ["run", "--silent", "size"], { cwd: root });
  expect(stdout).toMatch(/^One call: \d+ B of \d+ B$/m);
});

test("the types resolve for ESM and for bundlers", async () => {
  const attw = join(createRequire(import.meta.url).resolve("@arethetypeswrong/cli/package.json"), "../dist/index.js");
  // YAML and text aren't modules. If attw finds a problem, the exit code is 1, and `run` throws.
  const modules = ["--profile", "esm-only", "--exclude-entrypoints", "openapi.yaml", "llms.txt", "--no-emoji"];
  const args = [attw, project.tarball, ...modules];
  const { stdout } = await run("node", args, { cwd: root });
  expect(stdout.match(/node16 \(from ESM\): .*\(ESM\)/g)).toHaveLength(5);
});

test("the types check calls without DOM types and without @types/node, if libraries aren't checked", async () => {
  const folder = join(project.folder, "without-types");
  const source = `
import { createPhoneAgentClient, PhoneAgentError } from "phone-agent-api";
import { createTestServer } from "phone-agent-api/testing";
const phone = createPhoneAgentClient({ baseUrl: "https://service.example.com", token: "t", fetch: createTestServer().fetch });
export const count: number = (await phone.listTokens()).tokens.length;
// @ts-expect-error: a number is no relay type.
await phone.getWebhookRelay(1).catch((error: unknown) => PhoneAgentError.is(error) && error.kind === "http");
`;
  const compilerOptions = { module: "nodenext", target: "es2022", lib: ["es2022"], types: [], strict: true };
  const config = { compilerOptions: { ...compilerOptions, noEmit: true, skipLibCheck: true }, include: ["use.ts"] };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "use.ts"), source);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout } = await run(join(root, "node_modules/.bin/tsc"), ["-p", folder]).catch((error) => error);
  expect(stdout).toBe("");
});

test.each([
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
])("an integrator's strict project compiles, libraries checked, with module %s", async (module, moduleResolution) => {
  const samples = join(root, "test/samples/client");
  for (const name of ["quickstart", "junk-rooms", "errors", "request", "validate"]) {
    await writeFile(join(project.folder, `${name}.ts`), await readFile(join(samples, `${name}.ts`), "utf8"));
  }
  const lib = ["es2023", "dom", "dom.iterable", "dom.asynciterable"];
  const compilerOptions = {
    module,
    moduleResolution,
    target: "es2022",
    lib,
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
  };
  await writeFile(join(project.folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const { stdout } = await run(join(root, "node_modules/.bin/tsc"), ["-p", "."], { cwd: project.folder }).catch(
    (error) => error,
  );
  expect(stdout).toBe("");
});

test("the contract is importable from the package", async () => {
  const script = `import contract from "phone-agent-api/openapi.json" with { type: "json" }; console.log(contract.openapi);
    import { readFileSync } from "node:fs";
    console.log(readFileSync(new URL(import.meta.resolve("phone-agent-api/openapi.yaml")), "utf8").slice(0, 8));`;
  const { stdout } = await run("node", ["--input-type=module", "-e", script], { cwd: project.folder });
  expect(stdout).toBe("3.1.1\nopenapi:\n");
});

test("the installed command verifies recorded traffic, without Prism", async () => {
  const traffic = har(entry({ url: "/api/v2/junkConversations?token=t", body: fixtures.listJunkInbox.empty }));
  await writeFile(join(project.folder, "traffic.har"), traffic);
  const args = ["--no", "--", "phone-agent-api", "verify", "--har", "traffic.har", "--fail-on", "new"];
  const failed = await run("npx", args, { cwd: project.folder }).catch((error) => error);
  expect(failed.code).toBe(1);
  expect(failed.stdout).toMatch(
    /^Not contradicted, but 1 new fact in 1 exchange of 1 of \d+ operations; bodies compared of 1\./,
  );
});

testRuntimes(() => project);
