import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/tools/run.ts";
import { firstCells, touched } from "./guide.ts";

const map = firstCells("## Project layout");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const consumers = JSON.parse(readFileSync(join(root, "test/consumers/package.json"), "utf8"));
const packages = ["", "test/consumers/"].flatMap((folder) => {
  const lock: { packages: Record<string, { license?: string }> } = JSON.parse(
    readFileSync(join(root, folder, "package-lock.json"), "utf8"),
  );
  return Object.entries(lock.packages).flatMap(([path, { license }]) =>
    path ? [{ path: folder + path, license }] : [],
  );
});

const folders = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(node_modules|dist|\.git|\.ci|coverage)$/.test(entry.name))
    .map((entry) => `${folder}${entry.name}/`);

test("every path of the project layout exists", () => {
  expect(map.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("the project layout has every folder of the project and of src", () => {
  const isMapped = (path: string) => map.some((entry) => entry.startsWith(path));
  expect([...folders(""), ...folders("src/")].filter((path) => !isMapped(path))).toEqual([]);
});

test.each([
  "Close an unknown",
  "Document an address",
  "Document a way of sending the token",
  "Add an operation",
  "Document an error of all operations",
  "Name the inputs of a list",
  "Document a webhook",
  "Rename a field",
  "Add a rule",
  "Add an error kind",
  "Add a mock preference",
])('"%s" names files that exist, and none that it never touches', (change) => {
  const { files, never } = touched(change);
  expect(files.length).toBeGreaterThan(2);
  expect([...files, ...never].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(files.filter((path) => never.some((folder) => path.startsWith(folder)))).toEqual([]);
});

test("the table of dependencies contains exactly the development dependencies", () => {
  const names = firstCells("# Dependencies", "DEPENDENCIES.md").filter((name) => name !== "dependency");
  const matches = (name: string) =>
    names.some((pattern) => pattern === name || (pattern.endsWith("*") && name.startsWith(pattern.slice(0, -1))));
  const usedNames = [...Object.keys(manifest.devDependencies), ...Object.keys(consumers.dependencies)];
  expect(usedNames.filter((name) => !matches(name))).toEqual([]);
  expect(names.filter((name) => !name.endsWith("*") && !usedNames.includes(name))).toEqual([]);
});

test("the package depends on openapi-fetch only, and development on exact versions", () => {
  expect(Object.keys(manifest.dependencies)).toEqual(["openapi-fetch"]);
  const loose = [manifest.devDependencies, consumers.dependencies]
    .flatMap(Object.values<string>)
    .filter((version) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+$/.test(version));
  expect(loose).toEqual([]);
  expect(Object.values(manifest.peerDependenciesMeta)).toEqual(
    Object.keys(manifest.peerDependencies).map(() => ({ optional: true })),
  );
});

/** The licenses of packages that anyone may use. */
const allowedLicenses = new Set(
  "MIT Apache-2.0 ISC 0BSD BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 Python-2.0 PSF-2.0 WTFPL Zlib MPL-2.0 CC-BY-SA-4.0".split(
    " ",
  ),
);
const isAllowed = (license: string) =>
  license
    .replace("CC BY-SA 4.0", "CC-BY-SA-4.0")
    .replaceAll(/[()]/g, "")
    .split(" AND ")
    .every((choice) => choice.split(" OR ").some((name) => allowedLicenses.has(name)));
/** Packages that only run here, and of which nothing is published. */
const onlyRun = [
  "node_modules/@action-validator/core",
  "node_modules/rollup-plugin-dts",
  // Its license file is that of MIT.
  "test/consumers/node_modules/spawndamnit",
];

test("every dependency has a known license that is allowed", () => {
  const odd = packages
    .filter(({ path }) => !onlyRun.includes(path))
    .map(({ path, license }) => ({ path, license: license ?? licenceOf(path) }))
    .filter(({ license }) => !isAllowed(license));
  expect(odd).toEqual([]);
});

/** Reads the license of an old package from its manifest, in an older form. */
function licenceOf(path: string): string {
  const { license, licenses } = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
  return license?.type ?? license ?? licenses?.[0]?.type ?? "none";
}
