import { spawn } from "node:child_process";
import { once } from "node:events";
import { readArguments } from "../src/commands/arguments.ts";
import { exitOnError, runCommand } from "../src/commands/exit.ts";
import { exitCodes } from "../src/commands/help.ts";
import { generateCommand } from "./generate.ts";
import { fullSteps, lint } from "./lint.ts";
import { findBrowser } from "./tools/browser.ts";
import { writeFrozen } from "./tools/frozen.ts";
import { root, runIfMain } from "./tools/run.ts";

const command = {
  name: "npm test --",
  summary: "Tests the project.",
  usage: [
    ["npm test", "lint, staleness, types, unit and contract tests: with Node and npm alone"],
    ["npm test -- FILE…", "only the tests in these files or folders, without the lint"],
    [
      "npm run test:full",
      "the long ones: pages in a browser, Prism as referee, fuzz, soak, packed tarball, spelling, dead code",
    ],
    ["npm run test:full -- FILE…", "only the long ones in these files or folders"],
  ],
  takesArguments: true,
  options: {
    full: { type: "boolean", default: false, meaning: "what npm run test:full passes" },
  },
  details: [
    `The long ones need Chrome or Chromium, which they install by apt on Debian as root, and else find in PATH or CHROME_PATH;
bash, curl and python3, and use zsh if it's there; and the network, for packages that are in test/consumers or are
installed beside the tarball.`,
  ],
  exitCodes,
} as const;

const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts"];
// Most code of a test runs a few times: V8 would optimize it for longer than it runs, a tenth of all
// CPU time.
const vitestOnce = ["--no-opt", ...vitest];

/** Lints while the tests run, and prints the findings after their output. */
async function runTests(): Promise<boolean> {
  await exitOnError(writeFrozen);
  const lines: string[] = [];
  const [isClean, isPassed] = await Promise.all([
    lint(undefined, (line) => lines.push(line)),
    runNode(...vitestOnce),
  ]);
  console.log(lines.join("\n"));
  const isCurrent = (await runCommand(generateCommand, ["--check"])) === 0;
  return isClean && isPassed && isCurrent;
}

async function runFullTests(): Promise<boolean> {
  await exitOnError(findBrowser);
  return (
    (await lint(fullSteps)) &&
    (await runNode("node_modules/typescript-7/bin/tsc", "--project", "test/consumers")) &&
    (await runNode("--import", "tsx", "scripts/build.ts")) &&
    runNode(...vitest)
  );
}

async function runNode(...args: string[]): Promise<boolean> {
  const [code] = await once(
    spawn(process.execPath, args, { cwd: root, stdio: "inherit" }),
    "close",
  );
  return code === 0;
}

export async function testCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(command, args);
  if (values.full) process.env["FULL"] = "1";
  if (positionals.length > 0)
    return (await runNode(...(values.full ? vitest : vitestOnce), ...positionals)) ? 0 : 1;
  return (await (values.full ? runFullTests() : runTests())) ? 0 : 1;
}

await runIfMain(import.meta.url, testCommand);
