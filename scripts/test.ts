import { spawn } from "node:child_process";
import { findBrowser } from "./browser.ts";
import { orFail, readArguments, runIfMain } from "./command.ts";
import { installConsumers } from "./consumers.ts";
import { findStale, staleSentence } from "./generate.ts";
import { lint } from "./lint.ts";
import { root } from "./run.ts";

const help = `Tests the project.

  npm test              lint, staleness, types, unit, contract and browser tests
  npm run test:full     the long ones: spelling, fuzz, soak, accessibility, packed tarball, runtimes, budgets
`;

const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts"];

/** Finds the browser first: the sentence about a missing one would drown in the output of the tests. */
async function test(isFull: boolean): Promise<boolean> {
  await orFail(findBrowser);
  if (isFull) return full();
  const lines: string[] = [];
  // The lint runs at the same time, and prints after the tests.
  const outcomes = await Promise.all([
    node(...vitest),
    lint(undefined, (line) => lines.push(line)),
    isGenerated(lines),
  ]);
  console.log(lines.join("\n"));
  return outcomes.every(Boolean);
}

async function full(): Promise<boolean> {
  await orFail(installConsumers);
  const types = ["node_modules/typescript-7/bin/tsc", "--project", "test/consumers"];
  process.env["FULL"] = "1";
  return (
    (await lint(["spelling"])) &&
    (await node(...types)) &&
    (await node("--import", "tsx", "scripts/build.ts")) &&
    node(...vitest)
  );
}

async function isGenerated(lines: string[]): Promise<boolean> {
  try {
    const names = Object.keys(await findStale());
    if (names.length === 0) return true;
    lines.push(`FAILED  generated files\n\n${staleSentence(names)}\n`);
  } catch (error) {
    lines.push(`FAILED  generated files\n\n${(error as Error).message}\n`);
  }
  return false;
}

function node(...args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit" });
  return new Promise((resolve) => child.on("close", (code) => resolve(code === 0)));
}

async function testCommand(args: string[]): Promise<number> {
  const options = { full: { type: "boolean", default: false }, help: { type: "boolean" } } as const;
  const { values } = readArguments(help, { args, options });
  return (await test(values.full)) ? 0 : 1;
}

await runIfMain(import.meta.url, testCommand);
