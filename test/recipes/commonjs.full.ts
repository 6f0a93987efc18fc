import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { json, serve, token } from "../client/server.ts";
import { root, run } from "../package/packed.ts";
import { fetchNode } from "../package/runtimes.ts";
import { createProject } from "./project.ts";

let folder: string;
beforeAll(async () => {
  ({ folder } = await createProject({ files: ["tokens.test.mjs", "commonjs.cjs"], packages: ["jest@30.5.2"] }));
}, 300_000);

const runJest = (...options: string[]) =>
  run(process.execPath, [...options, "node_modules/jest/bin/jest.js"], { cwd: folder }).catch((error) => error);

test("Jest runs the recipe, and import() in CommonJS, only with --experimental-vm-modules", async () => {
  const importing = 'test("import()", async () => expect(await import("phone-agent-api")).toBeDefined());';
  await writeFile(join(folder, "import.test.cjs"), importing);
  expect((await runJest("--experimental-vm-modules")).stderr).toContain("Tests:       2 passed, 2 total");
  expect((await runJest()).stderr).toContain("Must use import to load ES Module");
});

test("import() in a CommonJS file loads the client", async () => {
  await using service = await serve(json({ success: true, message: "", tokens: [] }));
  const env = { ...process.env, PHONE_AGENT_BASE_URL: service.baseUrl, PHONE_AGENT_TOKEN: token };
  const { stdout } = await run(process.execPath, ["commonjs.cjs"], { cwd: folder, env });
  expect(stdout).toBe("0 tokens\n");
});

/** Requires each entry of the package with a program of Node, and returns the output. */
async function requireWith(node: string) {
  const script = `for (const entry of ["", "/testing", "/validate", "/mock"])
    console.log(Object.keys(require("phone-agent-api" + entry)).length > 0);`;
  await writeFile(join(folder, "require.cjs"), script);
  return run(node, ["require.cjs"], { cwd: folder }).catch((error) => error);
}

test.for(["20.19.0", "22.12.0", "24"] as const)("require() loads every entry on Node %s", async (version, { skip }) => {
  expect((await requireWith(await fetchNode(version, skip))).stdout).toBe("true\n".repeat(4));
});

test("require() fails on Node 22.11, and 22.12 warns that it is experimental", async ({ skip }) => {
  expect((await requireWith(await fetchNode("22.11.0", skip))).stderr).toContain("ERR_REQUIRE_ESM");
  expect((await requireWith(await fetchNode("22.12.0", skip))).stderr).toContain("ExperimentalWarning");
});

test("a CommonJS import compiles with module nodenext and node20, but not with node16", async () => {
  await writeFile(join(folder, "import.cts"), 'import { unixDate } from "phone-agent-api";\nunixDate(0);\n');
  const compile = async (module: string) => {
    const args = ["--noEmit", "--strict", "--skipLibCheck", "--lib", "es2023,dom", "--module", module, "import.cts"];
    return (await run(join(root, "node_modules/.bin/tsc"), args, { cwd: folder }).catch((error) => error)).stdout;
  };
  expect([await compile("nodenext"), await compile("node20")]).toEqual(["", ""]);
  expect(await compile("node16")).toContain("error TS1479");
});
