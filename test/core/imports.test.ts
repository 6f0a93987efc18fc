import { build } from "esbuild";
import { expect, test } from "vitest";
import { root } from "../../scripts/run.ts";

/** Returns the folders of src/ whose modules an entry imports, and the packages that it needs. */
async function readImports(entry: string) {
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

test("the reader of OpenAPI imports nothing", async () => {
  for (const entry of ["src/openapi/operations.ts", "src/openapi/parameter.ts", "src/openapi/path.ts"]) {
    expect(await readImports(entry)).toEqual({ folders: ["openapi"], packages: [] });
  }
});

test("the core imports the reader of OpenAPI, and neither an adapter nor the contract nor a package", async () => {
  for (const entry of ["src/core/respond.ts", "src/core/memory.ts"]) {
    const { folders, packages } = await readImports(entry);
    expect({ others: folders.filter((name) => name !== "core" && name !== "openapi"), packages }).toEqual({
      others: [],
      packages: [],
    });
  }
});

test("the test server is an adapter of the core, and runs without Node and without the mock", async () => {
  const folders = ["core", "generated", "openapi", "testing"];
  expect(await readImports("src/testing/index.ts")).toEqual({ folders, packages: [] });
});

test("the mock server is an adapter of the core, and needs nothing of the test server", async () => {
  expect((await readImports("src/mock/command.ts")).folders).toEqual(["command", "core", "mock", "openapi"]);
});

test("verify needs neither the test server nor a package that the client doesn't need", async () => {
  const { folders, packages } = await readImports("src/verify/command.ts");
  expect(folders).not.toContain("testing");
  // The package has the contract as JSON. Only a clone reads it as YAML.
  const neededPackages = packages.filter((name) => !name.startsWith("node:") && name !== "yaml");
  expect(neededPackages.filter((name) => name !== "openapi-fetch")).toEqual([]);
});
