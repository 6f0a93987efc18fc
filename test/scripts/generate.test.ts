import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generate, generateCommand, writeGenerated } from "../../scripts/generate.ts";
import { root } from "../../scripts/tools/run.ts";
import { runHere } from "../command.ts";
import { applyEdits, contractWith } from "./contract-copy.ts";

const folder = () => mkdtempSync(join(tmpdir(), "generated-"));
const outFolder = folder();
const file = join(outFolder, "schema.ts");

test("writes what differs, and says what; `--check` fails, and writes nothing", async () => {
  const names = readdirSync(join(root, "generated")).sort();
  expect((await writeGenerated({ out: outFolder })).sort()).toEqual(names);
  expect(readdirSync(outFolder).sort()).toEqual(names);
  writeFileSync(file, "// stale");
  expect(await runHere(generateCommand, ["--check", "--out", outFolder])).toMatchObject({
    exitCode: 1,
    output: "Stale: schema.ts. Run `npm run generate` and commit the result.",
  });
  expect(readFileSync(file, "utf8")).toBe("// stale");
  expect(await writeGenerated({ out: outFolder })).toEqual(["schema.ts"]);
  expect(await writeGenerated({ out: outFolder })).toEqual([]);
});

test.runIf(process.platform === "linux")(
  "a full disk leaves the file as it was, and nothing else, and is one sentence",
  async () => {
    const names = readdirSync(outFolder);
    writeFileSync(file, "// old");
    // What is written there ends with ENOSPC.
    symlinkSync("/dev/full", `${file}.${process.pid}.new`);
    const { exitCode, output } = await runHere(generateCommand, ["--out", outFolder]);
    expect([exitCode, output]).toEqual([2, `Can't use ${file}: no space left on device.`]);
    expect([readFileSync(file, "utf8"), readdirSync(outFolder)]).toEqual(["// old", names]);
  },
);

test.each([
  [
    "an id that is code",
    { "/paths/~1api~1v2~1tokens/get/operationId": 'a: {}, get b() { return eval("1") }, c' },
    "can't be the id of an operation in code.",
  ],
  [
    "a name of a schema that is code",
    { "/components/schemas/Token = 1; export const x": {} },
    `"Token = 1; export const x" can't be the name of a schema in code.`,
  ],
])("%s isn't written, whatever the lint says", async (_, edits, sentence) => {
  const file = join(folder(), "openapi.json");
  writeFileSync(file, JSON.stringify(contractWith((copy) => applyEdits(copy, edits))));
  await expect(generate(file)).rejects.toThrow(sentence);
});

test.each([
  [
    "a folder that is a file",
    ["--out", "package.json"],
    /^Can't use .*package\.json: file already exists\.$/,
  ],
  ["a folder of too long a name", ["--out", "x".repeat(300)], /^Can't use x+: name too long\.$/],
  [
    "a contract that doesn't exist",
    ["--contract", "/no.yaml"],
    /^Can't read \/no\.yaml: no such file or directory\.$/,
  ],
  [
    "an unknown option",
    ["--nothing"],
    /^Unknown option "--nothing"\. Known: .*--help\.\nRun npm run generate -- --help for the options\.$/,
  ],
])("%s is one sentence", async (_, args, sentence) => {
  const { exitCode, output } = await runHere(generateCommand, args);
  expect(exitCode).toBe(2);
  expect(output).toMatch(sentence);
});
