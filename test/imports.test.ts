import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { listProjectFiles } from "../scripts/tools/file.ts";
import { root } from "../scripts/tools/run.ts";
import { bundle } from "./bundle.ts";

const files = listProjectFiles().filter((file) =>
  /^(src|scripts|test|generated)\/.*\.(ts|js)$/.test(file),
);

/** All imports of each file: of values and types, static and dynamic; of the project, or packages. */
const importsOf = new Map(
  files.map((file) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), "utf8"));
    const targets = importedFiles.map(({ fileName }) =>
      fileName.startsWith(".")
        ? posix.join(posix.dirname(file), fileName)
        : fileName.replace(/^#(?=generated\/)/, ""),
    );
    return [file, targets] as const;
  }),
);
const arrows = [...importsOf].flatMap(([file, targets]) =>
  targets.map((target) => [file, target] as const),
);

/** Returns what a file imports, and what that imports in turn. */
function reach(file: string, reached = new Set<string>()): Set<string> {
  for (const target of importsOf.get(file) ?? []) {
    if (reached.has(target)) continue;
    reached.add(target);
    reach(target, reached);
  }
  return reached;
}

/** Returns the folders of the project and the packages that run with an entry. */
async function needsOf(entry: string) {
  const options = { entryPoints: [join(root, entry)], absWorkingDir: root, outdir: "dist" };
  const { metafile } = await bundle({ ...options, metafile: true, write: false });
  const inputs = Object.entries(metafile?.inputs ?? {});
  const folders = inputs.map(([file]) => /^(?:src\/|\.)?([\w-]+)/.exec(file)?.[1]);
  const external = inputs.flatMap(([, { imports }]) => imports.filter(({ external }) => external));
  return { folders: [...new Set(folders)].sort(), packages: external.map(({ path }) => path) };
}

/** Lists the imports from files to files that match. */
const arrowsBetween = (importers: RegExp, targets: RegExp): string[] =>
  arrows
    .filter(([file, target]) => importers.test(file) && targets.test(target))
    .map((arrow) => arrow.join(" → "));

test("there are no import cycles, types included", () => {
  expect(files.filter((file) => reach(file).has(file)).sort()).toEqual([]);
});

const rooms = ["docs", "generate", "lint", "learn"];
const allBut = (room: string) => rooms.filter((name) => name !== room).join("|");

test.each<[importers: RegExp, targets: RegExp, reason: string]>([
  [/^src\//, /^(scripts|test)\//, "the package is neither scripts nor tests"],
  [/^scripts\//, /^test\//, "commands don't need tests"],
  [/^src\/openapi\//, /^(?!src\/openapi\/)/, "the reader of OpenAPI needs nothing"],
  [
    /^src\/schemas\//,
    /^src\/(?!schemas\/|openapi\/|platform\/(peers|time-limit)\.ts$)/,
    "what validates and generates values is no server",
  ],
  [
    /^src\/document\//,
    /^src\/(core\/(?!text\.ts$)|mock|testing)/,
    "what reads documents is no server",
  ],
  [/^(src\/verify|scripts\/(generate|lint))\//, /^src\/mock\//, "these call no mock"],
  [/^src\/(?!commands\/|cli\.ts$)/, /^src\/commands\//, "modules throw, and commands exit"],
  [/^src\/platform\//, /^src\/(?!core\/text\.ts$|platform\/)/, "the platform is below all"],
  [/^src\/core\//, /^(?!src\/(core|openapi)\/)/, "the core has no adapter, contract or package"],
  [/^src\/client\//, /^src\/(core|mock|testing)\//, "a client has no server"],
  [/^src\/mock\//, /^src\/testing\//, "the mock isn't the test server"],
  [/^src\/testing\//, /^src\/mock\//, "the test server isn't the mock"],
  [/^scripts\/contract\//, /^scripts\/(?!(contract|tools)\/)/, "rooms share what is in contract"],
  // A command may run another command. What is in their folders isn't shared.
  ...rooms.flatMap((room): [RegExp, RegExp, string][] => [
    [
      RegExp(`^scripts/${room}(/|\\.ts$)`),
      RegExp(`^scripts/(${allBut(room)})/`),
      "rooms are apart",
    ],
    [RegExp(`^scripts/${room}/`), RegExp(`^scripts/(${allBut(room)})\\.ts$`), "rooms are apart"],
  ]),
])("%s doesn't import %s: %s", (importers, targets) => {
  expect(arrowsBetween(importers, targets)).toEqual([]);
});

test("the test server imports no module of Node", async () => {
  // Generated files are in `.frozen`.
  const folders = ["core", "frozen", "openapi", "testing"];
  expect(await needsOf("src/testing/index.ts")).toEqual({ folders, packages: [] });
  const mockFolders = ["commands", "core", "document", "mock", "openapi", "platform", "schemas"];
  expect((await needsOf("src/commands/mock.ts")).folders).toEqual(mockFolders);
});

test("verify needs neither the test server nor a package that the client doesn't need", async () => {
  const { folders, packages } = await needsOf("src/commands/verify.ts");
  expect(folders).not.toContain("testing");
  // The package has the contract as JSON. Only a clone, and `--contract`, reads YAML; the latter
  // may compile schemas. A recording may be a zip.
  const expected =
    /^(node:|src\/traffic\/words\.json$|fflate$|yaml$|ajv|@redocly\/|@scalar\/|openapi-fetch$|phone-agent-api\/)/;
  expect(packages.filter((name) => !expected.test(name))).toEqual([]);
});
