import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { docsCommand } from "../../scripts/docs.ts";
import { generateCommand } from "../../scripts/generate.ts";
import { lintContract } from "../../scripts/lint.ts";
import { runHere } from "../command.ts";
import { applyEdits, contractWith } from "./contract-copy.ts";

const folder = () => mkdtempSync(join(tmpdir(), "invalid-"));

test.each([generateCommand, docsCommand])(
  "%o prints the findings in an invalid contract, and writes nothing",
  async (command) => {
    const [contract, outFolder] = [join(folder(), "openapi.yaml"), join(folder(), "out")];
    const edits = { "/x-operation-index": undefined, "/x-not-shown": "Not shown." };
    writeFileSync(contract, stringify(contractWith((copy) => applyEdits(copy, edits))));
    const { exitCode, output } = await runHere(command, [
      "--contract",
      contract,
      "--out",
      outFolder,
    ]);
    expect(exitCode).toBe(1);
    expect(output).toContain('The index has no "listTokens".');
    expect(output).toContain("x-not-shown maps each id, in kebab-case, to a noun phrase");
    expect(output).not.toMatch(/Cannot read|^ +at /m);
    expect(existsSync(outFolder)).toBe(false);
  },
);

test("generate warns of style, and writes types without the missing descriptions", async () => {
  const [contract, outFolder] = [join(folder(), "openapi.yaml"), join(folder(), "out")];
  const get = "/paths/~1api~1v2~1tokens/get";
  const edits = {
    [`${get}/description`]: undefined,
    "/components/schemas/Token/description": undefined,
    "/components/schemas/Token/properties/token/description": undefined,
    [`${get}/responses/2XX/content/application~1json/examples/empty`]: undefined,
    "/components/examples/NoTokens": undefined,
  };
  writeFileSync(contract, stringify(contractWith((copy) => applyEdits(copy, edits))));
  const { exitCode, output } = await runHere(generateCommand, [
    "--contract",
    contract,
    "--out",
    outFolder,
  ]);
  expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
  for (const words of ["at least three named examples", "description"])
    expect(output).toContain(words);
  expect(output).toContain(
    "This is only style. Correct it before you commit: npm test rejects it.",
  );
  const operations = readFileSync(join(outFolder, "operations.ts"), "utf8");
  expect(operations).toContain("listTokens(options?: Options): Promise<TokenList>;");
  expect(operations).not.toMatch(/\bundefined\./);
  const errors = await lintContract([contract]);
  expect(errors).toMatchObject({
    ok: false,
    output: expect.stringMatching(/openapi\.yaml:\d+:\d+ at #\/paths/),
  });
});

test("a contract that is empty or missing is a finding of the lint", async () => {
  const file = join(folder(), "openapi.yaml");
  writeFileSync(file, "");
  const outcomes = await Promise.all([lintContract([file]), lintContract(["no.yaml"])]);
  expect(outcomes.map(({ ok }) => ok)).toEqual([false, false]);
  expect(outcomes.map(({ output }) => output).join("\n")).not.toMatch(/^ +at /m);
});
