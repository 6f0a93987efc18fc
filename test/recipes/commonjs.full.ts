import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { json, serve, token } from "../client/server.ts";
import { run } from "../package/packed.ts";
import { fetchable } from "../package/runtimes.ts";
import { projectOf } from "./project.ts";

let folder: string;
beforeAll(async () => {
  ({ folder } = await projectOf({ files: ["tokens.test.mjs", "commonjs.cjs"], packages: ["jest@30.5.2"] }));
}, 300_000);

const jest = (...options: string[]) =>
  run(process.execPath, [...options, "node_modules/jest/bin/jest.js"], { cwd: folder }).catch((error) => error);

test("Jest runs the recipe with --experimental-vm-modules, and not without", async () => {
  expect((await jest("--experimental-vm-modules")).stderr).toContain("Tests:       1 passed, 1 total");
  expect((await jest()).stderr).toContain("Must use import to load ES Module");
});

test("import() in a CommonJS file loads the client", async () => {
  await using service = await serve(json({ success: true, message: "", tokens: [] }));
  const env = { ...process.env, PHONE_AGENT_BASE_URL: service.baseUrl, PHONE_AGENT_TOKEN: token };
  const { stdout } = await run(process.execPath, ["commonjs.cjs"], { cwd: folder, env });
  expect(stdout).toBe("0 tokens\n");
});

const required = `for (const entry of ["", "/testing", "/validate", "/mock"])
  console.log(Object.keys(require("phone-agent-api" + entry)).length > 0);`;

test.for(["20.19.0", "22.12.0", "24"])("require() loads every entry on Node %s", async (version, { skip }) => {
  await fetchable(`node@${version}`, skip);
  await writeFile(join(folder, "require.cjs"), required);
  const { stdout } = await run("npx", ["-y", `node@${version}`, "require.cjs"], { cwd: folder });
  expect(stdout).toBe("true\n".repeat(4));
});
