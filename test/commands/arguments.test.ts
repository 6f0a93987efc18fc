import { expect, test } from "vitest";
import { benchCommand } from "../../scripts/bench.ts";
import { lintCommand } from "../../scripts/lint.ts";
import { readArguments } from "../../src/commands/arguments.ts";
import { fail } from "../../src/commands/exit.ts";
import { runHere } from "../command.ts";

const command = {
  name: "npm run example --",
  summary: "Runs an example.",
  options: {
    port: {
      type: "string",
      value: "N",
      meaning: `the port; ${"it's long enough to wrap ".repeat(6)}here`,
    },
    json: { type: "boolean", group: "output", meaning: "print JSON" },
  },
  groups: { output: "Output." },
  details: ["A detail."],
  exitCodes: { 0: "done" },
} as const;

/** A command with two options that prints the values it reads. */
async function example(args: string[]): Promise<void> {
  console.log(JSON.stringify(readArguments(command, args).values));
}

test.each([
  [["--prot", "1"], 'Unknown option "--prot". Known: --port, --json, --help.'],
  [["-p"], 'Unknown option "-p". Known: --port, --json, --help.'],
  [["--port"], "--port needs a value."],
  [["--port", "--json"], "--port needs a value."],
  [["--json=yes"], "--json takes no value."],
  [["--help=port"], "--help takes no value."],
  [["--port", "1", "--port=2"], "--port may be given only once."],
  [["port", "4000"], "Unexpected argument: npm run example takes options only."],
  [
    ["--to\u001b[31mken=secret"],
    'Unknown option "--to\\u001b[31mken". Known: --port, --json, --help.',
  ],
])("%j ends a command with what is wrong, what it knows, and no value", async (args, sentence) => {
  expect(await runHere(example, args)).toMatchObject({
    exitCode: 2,
    output: `${sentence}\nRun npm run example -- --help for the options.`,
  });
});

test("options that are right reach the command, also a value that looks like one", async () => {
  expect(await runHere(example, ["--port", "1", "--json"])).toMatchObject({
    exitCode: 0,
    output: '{"port":"1","json":true}',
  });
  expect(await runHere(example, ["--port=-1"])).toMatchObject({ output: '{"port":"-1"}' });
});

test("--help has the groups of options, details and exit codes, in lines of 120 characters", async () => {
  const { exitCode, stdout } = await runHere(example, ["-h"]);
  expect(exitCode).toBe(0);
  expect(stdout).toBe(`Runs an example.

  npm run example -- [options]

  --port N     the port; it's long enough to wrap it's long enough to wrap it's long enough to wrap it's long enough to
               wrap it's long enough to wrap it's long enough to wrap here

Output.
  --json       print JSON
  -h, --help   print this help

A detail.

Exit code
  0   done
`);
});

test("a command that ends itself has its message and exit code", async () => {
  expect(await runHere(async () => fail("No.", 3), [])).toMatchObject({
    exitCode: 3,
    stderr: "No.\n",
    stdout: "",
  });
});

test.each([
  ["bench", benchCommand, 'Unknown suite "foo". Known: call, mock, learn.'],
  ["lint", lintCommand, 'Unknown step "foo". Known: contract, code, types, dead code, spelling.'],
])("%s names what it knows if it is asked for something else", async (_, command, sentence) => {
  expect(await runHere(command, ["foo"])).toMatchObject({ exitCode: 2, output: sentence });
});
