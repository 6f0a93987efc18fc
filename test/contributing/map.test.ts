import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/run.ts";
import { firstCells, touched } from "./guide.ts";

const map = firstCells("## A map of the house");
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

test("everything on the map exists", () => {
  expect(map.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("the map has every folder of the project and of src", () => {
  const within = (path: string) => map.some((known) => known.startsWith(path));
  expect([...folders(""), ...folders("src/")].filter((path) => !within(path))).toEqual([]);
});

test.each([
  "Close an unknown",
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
  expect(files.length).toBeGreaterThan(3);
  expect([...files, ...never].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(files.filter((path) => never.some((other) => path.startsWith(other)))).toEqual([]);
});

test("every development dependency has its reason, and none that is gone", () => {
  const named = firstCells("## Dependencies").filter((name) => name !== "dependency");
  const matches = (name: string) =>
    named.some((pattern) => pattern === name || (pattern.endsWith("*") && name.startsWith(pattern.slice(0, -1))));
  const used = [...Object.keys(manifest.devDependencies), ...Object.keys(consumers.dependencies)];
  expect(used.filter((name) => !matches(name))).toEqual([]);
  expect(named.filter((name) => !name.endsWith("*") && !used.includes(name))).toEqual([]);
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

/** Anyone may use what has these. */
const allowed = new Set(
  "MIT Apache-2.0 ISC 0BSD BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 Python-2.0 PSF-2.0 WTFPL Zlib MPL-2.0 CC-BY-SA-4.0".split(
    " ",
  ),
);
const isAllowed = (license: string) =>
  license
    .replace("CC BY-SA 4.0", "CC-BY-SA-4.0")
    .replaceAll(/[()]/g, "")
    .split(/ (?:AND|OR) /)
    .every((each) => allowed.has(each));
/** These only run here, and nothing of them ships. */
const onlyRun = ["node_modules/@action-validator/core", "node_modules/rollup-plugin-dts"];

test("the licence of every dependency is known and allowed", () => {
  const odd = packages
    .filter(({ path }) => !onlyRun.includes(path))
    .map(({ path, license }) => ({ path, license: license ?? licenceOf(path) }))
    .filter(({ license }) => !isAllowed(license));
  expect(odd).toEqual([]);
});

/** Old packages say it in their manifest only, in an older form. */
function licenceOf(path: string): string {
  const { license, licenses } = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
  return license?.type ?? license ?? licenses?.[0]?.type ?? "none";
}
