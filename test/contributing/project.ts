import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, type TestContext } from "vitest";
import { type Document, parseDocument, stringify } from "yaml";
import { type Contract, readContract } from "../../scripts/contract/document.ts";
import { copyProject } from "../../scripts/tools/copy.ts";
import { type Outcome, run } from "../../scripts/tools/run.ts";
import { runHere } from "../command.ts";
import { describedFactsOf, describedUnknowns } from "../contract/facts.ts";
import { touched } from "./guide.ts";

const contractFile = "openapi/openapi.yaml";
const tableFile = "test/contract/contract.test.ts";

export type Project = ReturnType<typeof createProject>;

/** Creates a copy of the project, for the changes of a maintainer, and removes it after the test. */
export function createProject(name: string, { onTestFinished }: Pick<TestContext, "onTestFinished">) {
  const folder = copyProject(name);
  onTestFinished(() => rmSync(folder, { recursive: true, maxRetries: 3 }));
  const filesByHand = new Set<string>();
  let initialHashes = hashes(folder);
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const contract = (): Contract => readContract(join(folder, contractFile));

  function write(file: string, text: string): void {
    writeFileSync(join(folder, file), text);
    filesByHand.add(file);
  }

  /** Changes a file by hand. */
  function edit(file: string, change: (text: string) => string): void {
    const text = read(file);
    expect(change(text), file).not.toBe(text);
    write(file, change(text));
  }

  /** Runs Node in the copy, with the quick tests: this test is one of the long ones. */
  const runNode = (...args: string[]) =>
    run("sh", ["-c", 'cd "$1" && shift && exec "$@"', "sh", folder, process.execPath, ...args], { FULL: "" });
  async function succeeds(...args: string[]): Promise<void> {
    const { ok, output } = await runNode(...args);
    expect(ok, output.slice(-20_000)).toBe(true);
  }
  /** Runs a command in this process, since compilers take longer to load than to run. */
  async function script(name: string, ...args: string[]): Promise<void> {
    const commands = await import(join(folder, `scripts/${name}.ts`));
    const command = `${name.replace(/-\w/g, (letter) => letter.slice(1).toUpperCase())}Command`;
    const { exitCode, output } = await runHere(commands[command], args);
    expect(exitCode, output.slice(-20_000)).toBe(0);
  }

  return {
    contract,
    read,
    /** The files in a folder, with their texts. */
    texts: (path: string) => listFiles(folder, path).map((file) => [file, read(file)] as const),
    write,
    writeContract: (contract: Contract) =>
      write(contractFile, stringify(contract, { aliasDuplicateObjects: false, lineWidth: 120 })),
    edit,
    succeeds,
    /** Runs a command of the project, which has to succeed. */
    script,
    /** Runs test files, which have to pass. */
    tests: (...files: string[]) => succeeds(...vitest, ...files),
    output: async (...args: string[]) => (await runNode(...args)).output,
    /** Checks the types of files and folders, and of all that they import. */
    checkTypes(...paths: string[]): Promise<Outcome> {
      mkdirSync(join(folder, "dist"), { recursive: true });
      const settings = { extends: "../tsconfig.json", include: paths.map((path) => `../${path}`) };
      writeFileSync(join(folder, "dist/tsconfig.json"), JSON.stringify(settings));
      return runNode(tsc, "--project", "dist/tsconfig.json");
    },
    /** Replaces a passage of a file. */
    replace(file: string, passage: string, text: string): void {
      expect(read(file)).toContain(passage);
      edit(file, (content) => content.replace(passage, () => text));
    },
    editContract(change: (document: Document) => void): void {
      edit(contractFile, (text) => {
        const document = parseDocument(text);
        change(document);
        return document.toString({ lineWidth: 120, flowCollectionPadding: false });
      });
    },
    /** Writes the contract's facts and unknowns into the table, which a maintainer copies by hand. */
    editTable: () => edit(tableFile, (text) => tableOf(text, contract())),
    note: (text: string) => write("release/changes/planted.md", text),
    remove: (file: string) => rmSync(join(folder, file)),
    filesByHand: () => [...filesByHand],
    /** Begins another change: what was changed before counts no longer. */
    begin(): void {
      filesByHand.clear();
      initialHashes = hashes(folder);
    },
    /** Formats the files that were written by hand, and generates the others. */
    async generate(): Promise<void> {
      await succeeds("node_modules/@biomejs/biome/bin/biome", "format", "--write", tableFile);
      await script("generate");
      await script("release", "--report");
    },
    /** Expects a step of CONTRIBUTING.md to name every changed file. */
    expectOnly(change: string): void {
      const { files } = touched(change);
      const changedFiles = [...hashes(folder)].filter(([file, hash]) => initialHashes.get(file) !== hash);
      const isNamed = (file: string) =>
        files.some((path) => file === path || dirname(file).startsWith(path.replace(/\/$/, "")));
      expect(changedFiles.length).toBeGreaterThan(0);
      expect(changedFiles.map(([file]) => file).filter((file) => !isNamed(file))).toEqual([]);
    },
  };
}

/** The TypeScript compiler, in a project. */
export const tsc = "node_modules/typescript-7/bin/tsc";
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts", "--reporter=dot"];

/** Returns the table with the facts and unknowns of a contract. */
function tableOf(text: string, contract: Contract): string {
  const lines = `${describedFactsOf(contract).join("\n").replaceAll("\\", "\\\\")}\n`;
  const ids: Record<string, string[]> = {};
  for (const { id, pointer } of describedUnknowns(contract)) ids[pointer] = [...(ids[pointer] ?? []), id];
  return text
    .replace(/(?<=const statedFacts = `\n)[^`]*/, () => lines)
    .replace(/(?<=const unknownIds[^=]*= ){\n.*?\n}(?=;)/s, () => JSON.stringify(ids, null, 2));
}

function hashes(folder: string): Map<string, string> {
  const hash = (file: string) =>
    createHash("sha256")
      .update(readFileSync(join(folder, file)))
      .digest("hex");
  const files = listFiles(folder).filter((file) => !/^(node_modules|dist|\.git)\//.test(file));
  return new Map(files.map((file) => [file, hash(file)]));
}

/** Lists the files in a folder of a project, and within its folders. */
const listFiles = (project: string, path = ""): string[] =>
  readdirSync(join(project, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(project, join(entry.parentPath, entry.name)));
