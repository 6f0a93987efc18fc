import { spawn } from "node:child_process";
import { findBrowser } from "./browser.ts";
import { readArguments } from "./command.ts";
import { root } from "./run.ts";

const help = `Tests the project.

  npm test              lint, staleness, types, unit, contract and browser tests
  npm run test:full     the long ones: fuzz, soak, accessibility, packed tarball, runtimes, budgets
`;

const { values } = readArguments(help, {
  options: { full: { type: "boolean", default: false }, help: { type: "boolean" } },
});

const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts"];
const quick = [["--import", "tsx", "scripts/lint.ts"], ["--import", "tsx", "scripts/generate.ts", "--check"], vitest];
const full = [["--import", "tsx", "scripts/build.ts"], vitest];

/** The browser comes first: what it says of a missing one would drown in the output of the tests. */
async function test(): Promise<number> {
  try {
    await findBrowser();
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
  for (const args of values.full ? full : quick) {
    const code = await node(args);
    if (code !== 0) return code;
  }
  return 0;
}

function node(args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...(values.full && { FULL: "1" }) },
  });
  return new Promise((resolve) => child.on("close", (code) => resolve(code ?? 1)));
}

process.exitCode = await test();
