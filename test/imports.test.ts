import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { listProjectFiles } from "../scripts/tools/file.ts";
import { root } from "../scripts/tools/run.ts";

interface Import {
  /** A file of the project, or the name of a package. */
  target: string;
  isType: boolean;
}

/** Reads all imports of a file: of values and types, static, dynamic and by `export … from`. */
function readImports(file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8");
  const { staticImports, staticExports } = parseSync(file, text).module;
  const statements = [
    ...staticImports.map(({ moduleRequest, entries }) => ({
      target: moduleRequest.value,
      entries,
    })),
    ...staticExports.flatMap(({ entries }) => {
      const target = entries[0]?.moduleRequest?.value;
      return target === undefined ? [] : { target, entries };
    }),
  ].map(({ target, entries }) => ({
    target,
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const calls = [...text.matchAll(/(typeof )?\bimport\(\s*"([^"]+)"/g)].map(
    ([, typeOf, target = ""]) => ({
      target,
      isType: typeOf !== undefined,
    }),
  );
  return [...statements, ...calls].map(({ target, isType }) => ({
    target: target.startsWith(".")
      ? posix.join(posix.dirname(file), target)
      : target.replace(/^#(?=generated\/)/, ""),
    isType,
  }));
}

const files = listProjectFiles().filter((file) =>
  /^(src|scripts|test|generated)\/.*\.(ts|js)$/.test(file),
);
const importsOf = new Map(files.map((file) => [file, readImports(file)]));
const arrows = [...importsOf].flatMap(([file, imports]) =>
  imports.map(({ target }) => [file, target] as const),
);

/** Returns what a file imports, and what that imports in turn. */
function reach(entry: string, includesTypes: boolean): Set<string> {
  const reached = new Set<string>();
  const visit = (file: string) => {
    for (const { target, isType } of importsOf.get(file) ?? []) {
      if ((isType && !includesTypes) || reached.has(target)) continue;
      reached.add(target);
      visit(target);
    }
  };
  visit(entry);
  return reached;
}

/** Returns the files of the project and the packages that run with an entry. */
function needsOf(entry: string) {
  const reached = [...reach(entry, false)];
  const isFile = (target: string) => importsOf.has(target) || target.startsWith("generated/");
  const folders = reached.filter(isFile).map((file) => /^(?:src\/)?([\w-]+)/.exec(file)?.[1]);
  return {
    folders: [...new Set(folders)].sort(),
    packages: reached.filter((target) => !isFile(target)),
  };
}

/** Lists the imports from files to files that match. */
const arrowsBetween = (importers: RegExp, targets: RegExp): string[] =>
  arrows
    .filter(([file, target]) => importers.test(file) && targets.test(target))
    .map((arrow) => arrow.join(" → "));

test("there are no import cycles, types included", () => {
  const isInCycle = (file: string) => reach(file, true).has(file);
  expect(files.filter(isInCycle).sort()).toEqual([]);
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

test("the test server imports no module of Node", () => {
  const folders = ["core", "generated", "openapi", "testing"];
  expect(needsOf("src/testing/index.ts")).toEqual({ folders, packages: [] });
  const mockFolders = ["commands", "core", "document", "mock", "openapi", "platform", "schemas"];
  expect(needsOf("src/commands/mock.ts").folders).toEqual(mockFolders);
});

test("verify needs neither the test server nor a package that the client doesn't need", () => {
  const { folders, packages } = needsOf("src/commands/verify.ts");
  expect(folders).not.toContain("testing");
  // The package has the contract as JSON. Only a clone, and `--contract`, reads YAML; the latter
  // may compile schemas. A recording may be a zip.
  const expected =
    /^(node:|src\/traffic\/words\.json$|fflate$|yaml$|ajv|@redocly\/|@scalar\/|openapi-fetch$|phone-agent-api\/)/;
  expect(packages.filter((name) => !expected.test(name))).toEqual([]);
});
