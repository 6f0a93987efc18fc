import { expect, test } from "vitest";
import { readData } from "../data.ts";
import { writeTemporaryFile } from "../traffic/files.ts";
import { runVerifyHere } from "../verify/service.ts";

type Row = [args: (string | { name: string; text: string })[], sentence: string];
const rows: Row[] = readData("commands/verify.yaml");

test.each(rows)(
  "verify exits with 2 and one sentence for the options %j",
  async (row, sentence) => {
    const args = row.map((arg) =>
      typeof arg === "string" ? arg : writeTemporaryFile(arg.name, arg.text),
    );
    const { exitCode, stdout, stderr } = await runVerifyHere(args, {
      PHONE_AGENT_TOKEN: undefined,
    });
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain("    at ");
  },
);

test("a wrong base URL is reported as the variable that has it", async () => {
  const { stderr } = await runVerifyHere([], { PHONE_AGENT_BASE_URL: "service" });
  expect(stderr).toBe(
    "PHONE_AGENT_BASE_URL must be an HTTP URL without credentials, query or fragment.\n",
  );
});

test("--help shows every option", async () => {
  const { exitCode, stdout } = await runVerifyHere(["--help"]);
  expect(exitCode).toBe(0);
  const words =
    "--base-url --har --value --dry-run --include --fail-on --contract --server --output --require Exit";
  for (const word of words.split(" ")) expect(stdout).toContain(word);
});
