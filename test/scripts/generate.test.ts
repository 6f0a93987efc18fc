import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generate, generateCommand, writeGenerated } from "../../scripts/generate.ts";
import { runHere } from "../command.ts";
import { applyEdits, contractWith } from "./contract-copy.ts";

const folder = () => mkdtempSync(join(tmpdir(), "generated-"));

test("writes the same bytes every time", async () => {
  expect(await generate()).toEqual(await generate());
});

test("writes only what differs, and says what", async () => {
  const outFolder = folder();
  const fileNames = [
    "coverage.svg",
    "fixtures.ts",
    "models.ts",
    "operations.ts",
    "requests.d.ts",
    "requests.js",
    "schema.ts",
    "servers.ts",
    "service.ts",
    "validators.d.ts",
    "validators.js",
  ];
  expect((await writeGenerated({ out: outFolder })).sort()).toEqual(fileNames);
  expect(readdirSync(outFolder).sort()).toEqual(fileNames);
  writeFileSync(join(outFolder, "servers.ts"), "");
  expect(await writeGenerated({ out: outFolder })).toEqual(["servers.ts"]);
  expect(await writeGenerated({ out: outFolder })).toEqual([]);
});

test("`--check` fails if a file is stale, names it and writes nothing", async () => {
  const outFolder = folder();
  await writeGenerated({ out: outFolder });
  writeFileSync(join(outFolder, "schema.ts"), "// stale");
  const stale = "Stale: schema.ts. Run `npm run generate` and commit the result.";
  expect(await runHere(generateCommand, ["--check", "--out", outFolder])).toMatchObject({
    exitCode: 1,
    output: stale,
  });
  expect(readFileSync(join(outFolder, "schema.ts"), "utf8")).toBe("// stale");
});

test.runIf(process.platform === "linux")(
  "a full disk leaves the file as it was, and nothing else, and is one sentence",
  async () => {
    const outFolder = folder();
    await writeGenerated({ out: outFolder });
    const [file, ...names] = [join(outFolder, "schema.ts"), ...readdirSync(outFolder)];
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
