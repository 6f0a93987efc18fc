import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addOperation } from "../../scripts/add-operation.ts";
import { indexedOperations } from "../../scripts/contract/operations.ts";
import { compareApis, writeApiReport } from "../../scripts/release/api.ts";
import { addNotes, readNotes } from "../../scripts/release/changelog.ts";
import { findObstacles, isAtLeast, leastVersion, plan } from "../../scripts/release/plan.ts";
import { releaseCommand } from "../../scripts/release.ts";
import { root } from "../../scripts/tools/run.ts";
import { runHere } from "../command.ts";
import { contractFile, initialContract } from "../learn/contract.ts";

const contract = readFileSync(contractFile, "utf8");
const api = readFileSync(join(root, "release/api.d.ts"), "utf8");
const last = { version: "1.4.2", contract, api };
const notes = [{ part: "client" as const, text: "Something." }];

/** Replaces a part of a text, and fails if the text doesn't contain it. */
function replaceText(text: string, oldText: string, newText: string): string {
  expect(text).toContain(oldText);
  return text.replace(oldText, newText);
}

test("a release without changes is a patch version", async () => {
  expect(await plan(last, last, notes)).toMatchObject({ version: "1.4.3", changes: [], refusals: [] });
});

test("a breaking change of the contract needs a major version", async () => {
  const { path } = indexedOperations(initialContract()).find(({ pathOperation }) => pathOperation)?.pathOperation ?? {};
  const now = { ...last, contract: replaceText(contract, `\n  ${path}:\n`, `\n  ${path}Renamed:\n`) };
  const { version, changes, refusals } = await plan(now, last, notes);
  expect(changes).toContainEqual({ impact: "major", text: expect.stringContaining(`${path}Renamed`) });
  expect([version, refusals]).toEqual(["2.0.0", []]);
});

test("a new operation needs a minor version", async () => {
  const free = indexedOperations(initialContract()).find(
    ({ knowledge, method }) => knowledge === "name" && method === "POST",
  );
  const { area = "", name = "" } = free ?? {};
  const operation = { id: "plantedOne", method: "POST", path: "/api/v2/planted", area, name };
  const now = { ...last, contract: addOperation(contract, operation) };
  expect((await plan(now, last, notes, "1.4.3")).refusals).toEqual([
    "1.4.3 doesn't fit minor changes since 1.4.2: at least 1.5.0.",
  ]);
});

test("a breaking change of the TypeScript surface needs a major version", async () => {
  const now = { ...last, api: replaceText(api, "\n    maxBodyBytes?: number", "\n    largestBody?: number") };
  const { refusals } = await plan(now, last, notes, "1.5.0");
  expect(refusals).toEqual(["1.5.0 doesn't fit major changes since 1.4.2: at least 2.0.0."]);
  expect(await plan(now, last, notes, "2.0.0")).toMatchObject({ refusals: [] });
});

test("a release without a note on its changes is refused", async () => {
  expect((await plan(last, last, [])).refusals).toEqual(["No note says what changed: add a file to release/changes."]);
});

test("the first release has the package's version", async () => {
  expect(await plan({ ...last, version: "0.1.0" }, undefined, [])).toMatchObject({ version: "0.1.0", refusals: [] });
});

const surface = `
export { Given, Got, call };
interface Given { one?: string; nested?: { deep?: number; }; }
interface Got { is: boolean; }
interface CallOptions { some: string; }
declare function call(given: Given): Got;
type Kind = "a" | "b";
`;

test.each([
  ["an export that is gone", ", Got, call };", ", call };", ["major Got is gone."]],
  ["an export that is new", "{ Given,", "{ Added, Given,", ["minor Added is new."]],
  ["a member that is gone", "is: boolean; ", "", ["major Got.is is gone."]],
  ["a member of another type", "is: boolean;", "is: string;", ["major Got.is has another type."]],
  ["a member that is no longer optional", "one?:", "one:", ["major Given.one has another type."]],
  ["a new member of what users read", "is: boolean;", "is: boolean; was: boolean;", ["minor Got.was is new."]],
  ["a new option", "some: string;", "some: string; more?: string;", ["minor CallOptions.more is new."]],
  ["a new required option", "some: string;", "some: string; more: 1;", ["major CallOptions.more is new and required."]],
  ["a nested optional member", "deep?: number;", "deep?: number; own?: 1;", ["minor Given.nested.own is new."]],
  ["another signature", "(given: Given)", "(given: string)", ["major call has another type."]],
  ["another value of a union", '"a" | "b"', '"a" | "b" | "c"', ["major Kind has another type."]],
  ["another base", "interface Given {", "interface Given extends Got {", ["major Given has another type."]],
  ["a new declaration", "type Kind", "type More = 1;\ntype Kind", ["minor More is new."]],
  [
    "another order of members",
    "one?: string; nested?: { deep?: number; };",
    "nested?: { deep?: number; }; one?: string;",
    [],
  ],
])("TypeScript: %s", (_, oldText, newText, expected) => {
  const changes = compareApis(surface, replaceText(surface, oldText, newText));
  const descriptions = changes.map(({ impact, text }) =>
    `${impact} ${text.replace("TypeScript: ", "")}`.replace(" : ", " "),
  );
  expect(descriptions).toEqual(expected);
});

test("a report has what each entry exports and every declaration, each once, in order and without comments", () => {
  const report = writeApiReport({
    "index.d.ts":
      'import { B } from "./b.js";\n/** A. */\ninterface A {\n    b: B;\n}\nexport { read, A };\nexport * from "./b.js";\n',
    "b.d.ts": "interface B {\n}\ninterface A {\n    b: B;\n}\nexport { B };\n",
  });
  expect(report.split("\n").slice(1).join("\n")).toBe(
    "// index.d.ts\nexport { A, read };\n\ninterface A {\n    b: B;\n}\n\ninterface B {\n}\n",
  );
});

test.each([
  ["0.1.0", "major", "0.2.0"],
  ["0.1.0", "minor", "0.1.1"],
  ["0.1.9", "patch", "0.1.10"],
  ["1.2.3", "major", "2.0.0"],
  ["1.2.3", "minor", "1.3.0"],
  ["1.2.3", "patch", "1.2.4"],
] as const)("after %s, %s changes need at least %s", (version, impact, expected) => {
  expect(leastVersion(version, impact)).toBe(expected);
});

test.each([["abc"], ["1.2"], ["01.2.0"], ["1.2.0", "1.3.0"]])(
  "what is no version is refused: %s %s",
  async (...versions) => {
    const { exitCode, output } = await runHere(releaseCommand, ["--dry-run", ...versions]);
    expect([exitCode, output]).toEqual([2, expect.stringMatching(/^VERSION is one such as 1\.2\.0, not /)]);
  },
);

test("versions are compared by number", () => {
  expect([isAtLeast("1.10.0", "1.9.9"), isAtLeast("1.9.9", "1.10.0"), isAtLeast("2.0.0", "2.0.0")]).toEqual([
    true,
    false,
    true,
  ]);
});

test("the changelog's part contains the notes, grouped by their subject", () => {
  const folder = mkdtempSync(join(tmpdir(), "notes-"));
  writeFileSync(join(folder, "README.md"), "How to");
  writeFileSync(join(folder, "b.md"), "client: A client\nsentence.\n");
  writeFileSync(join(folder, "a.md"), "facts: A fact.");
  const part = "## 1.5.0\n\n### Facts learned\n\n- A fact.\n\n### Client\n\n- A client sentence.";
  const changelog = addNotes("# Changelog\n\n## 1.4.2\n", "1.5.0", readNotes(folder));
  expect(changelog).toBe(`# Changelog\n\n${part}\n\n## 1.4.2\n`);
  writeFileSync(join(folder, "c.md"), "other: Nothing.");
  expect(() => readNotes(folder)).toThrow("release/changes/c.md must begin with one of facts, client, mock");
});

test.each(["$`", "$&", "$'", "$1", "$$"])("a note with %s reaches the changelog unchanged", (text) => {
  const part = `## 1.5.0\n\n### Client\n\n- A note with ${text}.`;
  const notes = [{ part: "client" as const, text: `A note with ${text}.` }];
  expect(addNotes("# Changelog\n\n## 1.4.2\n", "1.5.0", notes)).toBe(`# Changelog\n\n${part}\n\n## 1.4.2\n`);
});

const clientNote = { part: "client" as const, text: "New." };
const mockNote = { part: "mock" as const, text: "Also new." };

test.each([
  ["without sections", "- Old.", "- Old.\n\n### Client\n\n- New.\n\n### Mock and test server\n\n- Also new."],
  [
    "with one of the sections",
    "### Client\n\n- Old.\n\n### Reference\n\n- Old.",
    "### Client\n\n- Old.\n- New.\n\n### Reference\n\n- Old.\n\n### Mock and test server\n\n- Also new.",
  ],
  ["that is empty", "", "### Client\n\n- New.\n\n### Mock and test server\n\n- Also new."],
])("notes join a part of the changelog %s, which keeps what it has", (_, content, expected) => {
  const changelog = (part: string) => `# Changelog\n\n## 0.2.0\n\n${part}\n\n## 0.1.0\n\n- First.\n`;
  expect(addNotes(changelog(content), "0.2.0", [clientNote, mockNote])).toBe(changelog(expected));
  expect(addNotes(changelog(expected), "0.2.0", [])).toBe(changelog(expected));
});

test.each(["", "# Changelog\n", "## 0.1.0\n"])("notes reach the changelog %j, whatever it begins with", (changelog) => {
  expect(addNotes(changelog, "0.2.0", [clientNote])).toContain("## 0.2.0\n\n### Client\n\n- New.\n");
  expect(addNotes(changelog, "0.2.0", [clientNote])).toContain(changelog);
});

test("a placeholder, two versions, a missing part of the changelog or another tag prevents publishing", () => {
  const manifest = { version: "1.5.0", repository: { url: "https://github.com/example/phone-agent-api.git" } };
  const good = { manifest, contract: "1.5.0", changelog: "# Changelog\n\n## 1.5.0\n", notes: [], tag: "v1.5.0" };
  expect(findObstacles(good)).toEqual([]);
  const placeholder = { ...manifest, repository: { url: "git+https://github.com/OWNER/phone-agent-api.git" } };
  expect(findObstacles({ ...good, manifest: placeholder })).toEqual([expect.stringContaining("placeholder")]);
  expect(findObstacles({ ...good, contract: "1.4.2" })).toEqual([expect.stringContaining("version 1.4.2")]);
  expect(findObstacles({ ...good, changelog: "# Changelog\n" })).toEqual([
    expect.stringContaining("no part for 1.5.0"),
  ]);
  expect(findObstacles({ ...good, notes: ["a.md"] })).toEqual([expect.stringContaining("a.md")]);
  expect(findObstacles({ ...good, tag: "v1.4.2" })).toEqual([expect.stringContaining("The tag is v1.4.2")]);
});

test("the notes on changes since the last release can be read", () => {
  expect(() => readNotes(join(root, "release/changes"))).not.toThrow();
});
