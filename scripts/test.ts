import { spawn } from "node:child_process";
import { once } from "node:events";
import { orFail, readArguments } from "../src/commands/command.ts";
import { findBrowser } from "./tools/browser.ts";
import { root, runIfMain } from "./tools/run.ts";

const help = `Tests the project.

  npm test              lint, staleness, types, unit, contract and browser tests
  npm run test:full     the long ones: spelling, dead code, fuzz, soak, accessibility, packed tarball, runtimes, budgets
`;

const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts"];

/** Runs the tests. Finds the browser first: the sentence about a missing one would drown in their output. */
async function runTests(isFull: boolean): Promise<boolean> {
  await orFail(findBrowser);
  if (isFull) return runFullTests();
  const lines: string[] = [];
  const tests = runNode(...vitest);
  // Imported while the tests start, since they import compilers. The lint prints after the tests.
  const { lint } = await import("./lint.ts");
  const linted = lint(undefined, (line) => lines.push(line));
  const problem = await checkGenerated().catch(({ message }: Error) => message);
  if (problem) lines.push(`FAILED  generated files\n\n${problem}\n`);
  const outcomes = await Promise.all([linted, tests]);
  console.log(lines.join("\n"));
  return !problem && outcomes.every(Boolean);
}

async function runFullTests(): Promise<boolean> {
  const types = ["node_modules/typescript-7/bin/tsc", "--project", "test/consumers"];
  process.env["FULL"] = "1";
  const { fullSteps, lint } = await import("./lint.ts");
  return (
    (await lint(fullSteps)) &&
    (await runNode(...types)) &&
    (await runNode("--import", "tsx", "scripts/build.ts")) &&
    runNode(...vitest)
  );
}

/** Returns what is wrong with the generated files. */
async function checkGenerated(): Promise<string | undefined> {
  const { describeStale, findStale } = await import("./generate.ts");
  const names = Object.keys(await findStale());
  return names.length > 0 ? describeStale(names) : undefined;
}

async function runNode(...args: string[]): Promise<boolean> {
  const [code] = await once(spawn(process.execPath, args, { cwd: root, stdio: "inherit" }), "close");
  return code === 0;
}

async function testCommand(args: string[]): Promise<number> {
  const options = { full: { type: "boolean", default: false } } as const;
  const { values } = readArguments("npm test --", help, { args, options });
  return (await runTests(values.full)) ? 0 : 1;
}

await runIfMain(import.meta.url, testCommand);
