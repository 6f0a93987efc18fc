import { build } from "esbuild";
import { expect, test } from "vitest";
import { root } from "../../scripts/run.ts";

/** The modules of an entry, by the folder of src/ that they are in; and the packages that it needs. */
async function imports(entry: string) {
  const { metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    metafile: true,
    write: false,
  });
  const folders = Object.keys(metafile.inputs).map((file) => /^(?:src\/)?([\w-]+)/.exec(file)?.[1]);
  const packages = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
  return { folders: [...new Set(folders)].sort(), packages };
}

test("the core imports neither an adapter nor the contract nor a package", async () => {
  expect(await imports("src/core/respond.ts")).toEqual({ folders: ["core"], packages: [] });
  expect(await imports("src/core/memory.ts")).toEqual({ folders: ["core"], packages: [] });
});

test("the test server is an adapter of the core, and runs without Node and without the mock", async () => {
  expect(await imports("src/testing/index.ts")).toEqual({ folders: ["core", "generated", "testing"], packages: [] });
});

test("the mock server is an adapter of the core, and needs nothing of the test server", async () => {
  expect((await imports("src/mock/command.ts")).folders).toEqual(["core", "mock"]);
});

test("verify needs neither the test server nor a package that the client doesn't need", async () => {
  const { folders, packages } = await imports("src/verify/command.ts");
  expect(folders).not.toContain("testing");
  expect(packages.filter((name) => !name.startsWith("node:") && name !== "openapi-fetch")).toEqual([]);
});
