import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { root } from "../../scripts/tools/run.ts";
import consumers from "../consumers/package.json" with { type: "json" };
import { listFirstCells, pathsOfChange } from "./guide.ts";

const map = listFirstCells("## Project layout");

const folders = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isDirectory() && !/^(node_modules|dist|\.git|\.ci|coverage)$/.test(entry.name),
    )
    .map((entry) => `${folder}${entry.name}/`);

test("every path of the project layout exists, and it has every folder of the project and of src", () => {
  expect(map.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const isMapped = (path: string) => map.some((entry) => entry.startsWith(path));
  expect([...folders(""), ...folders("src/")].filter((path) => !isMapped(path))).toEqual([]);
});

const changes = readFileSync(join(root, "CONTRIBUTING.md"), "utf8")
  .split(/^##+ /m)
  .filter((text) => text.includes("\nNever: "))
  .map((text) => text.split("\n")[0] ?? "");

test.each(changes)("%s names files that exist, and none that it never touches", (change) => {
  const { files, never } = pathsOfChange(change);
  expect(files.length).toBeGreaterThan(2);
  expect([...files, ...never].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(files.filter((path) => never.some((folder) => path.startsWith(folder)))).toEqual([]);
});

test("the table of dependencies contains exactly the development dependencies", () => {
  const names = listFirstCells("# Dependencies", "DEPENDENCIES.md").filter(
    (name) => name !== "dependency",
  );
  const matches = (name: string) =>
    names.some(
      (pattern) =>
        pattern === name || (pattern.endsWith("*") && name.startsWith(pattern.slice(0, -1))),
    );
  const usedNames = [
    ...Object.keys(manifest.devDependencies),
    ...Object.keys(consumers.dependencies),
  ];
  expect(usedNames.filter((name) => !matches(name))).toEqual([]);
  expect(names.filter((name) => !name.endsWith("*") && !usedNames.includes(name))).toEqual([]);
});

test("the package depends on openapi-fetch only, and development on exact versions", () => {
  expect(Object.keys(manifest.dependencies)).toEqual(["openapi-fetch"]);
  const versions = [manifest.devDependencies, consumers.dependencies].flatMap(
    Object.values<string>,
  );
  expect(versions.filter((version) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  expect(Object.values(manifest.peerDependenciesMeta)).toEqual(
    Object.keys(manifest.peerDependencies).map(() => ({ optional: true })),
  );
});
