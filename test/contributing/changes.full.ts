import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Contract, isObject, knownOperations, readContract, unknowns } from "../../scripts/contract.ts";
import { readGuides } from "../../scripts/docs/guides.ts";
import { root, run } from "../../scripts/run.ts";
import { factsOf } from "../openapi/facts.ts";
import { touched } from "./guide.ts";

const copies: string[] = [];
afterEach(() => {
  for (const folder of copies.splice(0)) rmSync(folder, { recursive: true });
});

/** A copy of the project, and what a maintainer does in it. */
function project() {
  const folder = mkdtempSync(join(tmpdir(), "contribution-"));
  copies.push(folder);
  const ours = (path: string) => !/(^|\/)(node_modules|dist|\.git)(\/|$)/.test(relative(root, path));
  cpSync(root, folder, { recursive: true, filter: ours });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const before = hashes(folder);

  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  return {
    read,
    write,
    contract: () => readContract(join(folder, "openapi/openapi.yaml")),
    /** Puts a text after another one, or in its place. */
    edit(file: string, place: string, text: string) {
      expect(read(file)).toContain(place);
      write(
        file,
        read(file).replace(place, () => text),
      );
    },
    async succeeds(...args: string[]) {
      const outcome = await inFolder(folder, args);
      expect(outcome, outcome.output).toMatchObject({ ok: true });
    },
    fails: async (...args: string[]) => (await inFolder(folder, args)).output,
    changed: () => {
      const after = hashes(folder);
      return [...after].filter(([file, hash]) => before.get(file) !== hash).map(([file]) => file);
    },
  };
}

const inFolder = (folder: string, args: string[]) =>
  // The quick tests, not the long ones, which this is one of.
  run("sh", ["-c", 'cd "$1" && shift && exec "$@"', "sh", folder, process.execPath, ...args], { FULL: "" });

const script = (name: string, ...args: string[]) => ["--import", "tsx", `scripts/${name}.ts`, ...args];
const vitest = (...files: string[]) => [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--config",
  "test/vitest.config.ts",
  ...files,
];
const tsc = ["node_modules/typescript-7/bin/tsc"];

function hashes(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !/^(node_modules|dist)\//.test(file));
  return new Map(
    files.map((file) => [
      file,
      createHash("sha256")
        .update(readFileSync(join(folder, file)))
        .digest("hex"),
    ]),
  );
}

/** Every file that changed belongs to a step of CONTRIBUTING.md. */
function expectOnly(change: string, changed: string[]): void {
  const { files } = touched(change);
  expect(changed.length).toBeGreaterThan(0);
  expect(
    changed.filter((file) => !files.some((path) => file === path || dirname(file).startsWith(path.replace(/\/$/, "")))),
  ).toEqual([]);
}

/** The facts and unknowns that a test repeats, as they are now. A maintainer changes them by hand. */
function repeatFacts(text: string, contract: Contract): string {
  const stated = `${factsOf(contract).join("\n").replaceAll("\\", "\\\\")}\n`;
  const ids: Record<string, string[]> = {};
  for (const { id, pointer } of unknowns(contract)) ids[pointer] = [...(ids[pointer] ?? []), id];
  return text
    .replace(/(?<=const stated = `\n)[^`]*/, () => stated)
    .replace(/(?<=const unknownIds[^=]*= ){\n.*?\n}(?=;)/s, () => JSON.stringify(ids, null, 2));
}

const note = "release/changes/planted.md";

test("close an unknown", async () => {
  const { read, write, edit, contract, succeeds, changed } = project();
  const named = readGuides()
    .map(({ text }) => text)
    .join();
  const alone = unknowns(contract()).find(
    ({ id, pointer }) =>
      pointer.startsWith("/components/schemas/") && !named.includes(id) && marksAt(contract(), pointer) === 1,
  );
  const line = new RegExp(`\\n *x-not-shown:\\n *${alone?.id}: .*`).exec(read("openapi/openapi.yaml"))?.[0] ?? "";
  expect(line).toContain(`${alone?.id}`);
  edit("openapi/openapi.yaml", line, "");
  write("test/openapi/contract.test.ts", repeatFacts(read("test/openapi/contract.test.ts"), contract()));
  write(note, "facts: It is known.");
  await succeeds(...script("generate"));
  await succeeds(...script("release", "--report"));
  expectOnly("Close an unknown", changed());
  await succeeds(...script("lint", "contract"));
  await succeeds(...vitest("test/openapi"));
});

function marksAt(contract: Contract, pointer: string): number {
  const keys = pointer.split("/").slice(1);
  const node = keys.reduce<unknown>((found, key) => (isObject(found) ? found[key] : undefined), contract);
  return isObject(node) ? Object.keys(node["x-not-shown"] as object).length : 0;
}

test("add an operation", async () => {
  const { read, write, contract, succeeds, changed } = project();
  const free = knownOperations(contract()).find(({ known, method }) => known === "name" && method === "POST");
  const { area = "", name = "" } = free ?? {};
  const options = ["--id", "plantedOne", "--method", "POST", "--path", "/api/v2/planted/{plantedId}"];
  await succeeds(...script("add-operation", ...options, "--area", area, "--name", name));
  write("test/openapi/contract.test.ts", repeatFacts(read("test/openapi/contract.test.ts"), contract()));
  write(note, "facts: Another operation is documented.");
  await succeeds(...script("generate"));
  await succeeds(...script("release", "--report"));
  expectOnly("Add an operation", changed());
  await succeeds(...script("lint", "contract"));
  await succeeds(...vitest("test/openapi", "test/core", "test/docs/samples.test.ts"));
  await succeeds(...tsc);
});

test("add a rule", async () => {
  const { write, edit, succeeds, fails, changed } = project();
  write(
    "scripts/lint/rules/short-titles.ts",
    `import type { Rule } from "../rule.ts";

/** The title of the API fits on a line. */
export const shortTitles: Rule = ({ info }) =>
  info.title.length > 80 ? [{ message: "The title is too long.", path: ["info", "title"] }] : [];
`,
  );
  const plugin = "scripts/lint/plugin.ts";
  edit(
    plugin,
    "import { syntheticExamples }",
    'import { shortTitles } from "./rules/short-titles.ts";\nimport { syntheticExamples }',
  );
  edit(
    plugin,
    '  "synthetic-examples": syntheticExamples,',
    '  "short-titles": shortTitles,\n  "synthetic-examples": syntheticExamples,',
  );
  edit(
    "openapi/redocly.yaml",
    "  contract/synthetic-examples: error",
    "  contract/short-titles: error\n  contract/synthetic-examples: error",
  );
  write(
    "test/scripts/lint/rules/short-titles.test.ts",
    `import { shortTitles } from "../../../../scripts/lint/rules/short-titles.ts";
import { expectRule } from "./expect-rule.ts";

expectRule(shortTitles, [
  {
    name: "a long title",
    edit: (contract) => Object.assign(contract.info, { title: "Long ".repeat(20) }),
    message: "The title is too long.",
    at: "info/title",
  },
]);
`,
  );
  expectOnly("Add a rule", changed());
  await succeeds(...script("lint", "contract"));
  await succeeds(...vitest("test/scripts/lint/rules/short-titles.test.ts"));
  edit("openapi/openapi.yaml", "  title: Phone Agent Service API", `  title: ${"Long ".repeat(20)}`);
  expect(await fails(...script("lint", "contract"))).toContain("contract/short-titles");
});

test("add an error kind", async () => {
  const { read, write, edit, succeeds, fails, changed } = project();
  edit(
    "src/client/errors.ts",
    "  | ({\n      /** Aborted by",
    '  | ({\n      /** Planted: a teapot. */\n      readonly kind: "teapot";\n    } & WithResponse)\n  | ({\n      /** Aborted by',
  );
  expect(await fails(...tsc)).toContain("test/types/client.test.ts");
  edit(
    "test/types/client.test.ts",
    "    switch (error.kind) {",
    '    switch (error.kind) {\n      case "teapot":\n        return String(error.status);',
  );
  const success = "  if (!isSuccess(status)) {";
  edit(
    "src/client/response.ts",
    success,
    `  if (status === 418) throw failed("teapot", "The service is a teapot.");\n${success}`,
  );
  const failures = "test/client/failures.test.ts";
  write(
    failures,
    `${read(failures)}
import { createPhoneAgentClient as planted } from "../../src/index.ts";

test("a teapot is an error of its own", async () => {
  const fetch = async () => new Response("", { status: 418 });
  const phone = planted({ baseUrl: "https://example.com", token: "t", fetch });
  await expect(phone.listTokens()).rejects.toMatchObject({ kind: "teapot", status: 418 });
});
`,
  );
  const guide = "scripts/docs/guides/3-errors.md";
  edit(guide, "| `contract`           |", "| `teapot`             | Planted. |\n| `contract`           |");
  write(note, "client: A teapot has a kind of its own.");
  await succeeds(...script("release", "--report"));
  expectOnly("Add an error kind", changed());
  await succeeds(...vitest(failures, "test/types", "test/client"));
  await succeeds(...tsc);
});

test("add a mock preference", async () => {
  const { edit, write, succeeds, read, changed } = project();
  const preferences = "src/core/preferences.ts";
  edit(
    preferences,
    "  readonly times?: number;",
    "  readonly times?: number;\n  /** Planted: when to come back, in seconds. */\n  readonly later?: number;",
  );
  edit(
    preferences,
    "  times: integer(",
    '  later: integer(0, 1000, "later takes seconds, 0 to 1000."),\n  times: integer(',
  );
  edit(
    "src/core/response.ts",
    '  if (fault) headers["mock-fault"] = fault;',
    '  if (fault) headers["mock-fault"] = fault;\n  if (preferences.later !== undefined) headers["retry-after"] = String(preferences.later);',
  );
  edit("src/mock/command.ts", "times=N\n", "times=N, later=SECONDS\n");
  edit(
    "test/core/preferences.test.ts",
    '  ["dynamic=true", { dynamic: true }],',
    '  ["dynamic=true", { dynamic: true }],\n  ["later=5", { later: 5 }],',
  );
  const server = "test/testing/server.test.ts";
  write(
    server,
    `${read(server)}
import { createTestServer as planted } from "../../src/testing/index.ts";

test("later tells when to come back", async () => {
  const { fetch } = planted();
  const response = await fetch("https://example.com/api/v2/tokens?token=t", { headers: { prefer: "code=503, later=5" } });
  expect(response.headers.get("retry-after")).toBe("5");
});
`,
  );
  write(note, "mock: Prefer later.");
  await succeeds(...script("release", "--report"));
  expectOnly("Add a mock preference", changed());
  await succeeds(...vitest("test/core", server));
});
