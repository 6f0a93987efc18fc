import { expect, test } from "vitest";
import { findBrowser } from "../../scripts/tools/browser.ts";
import { exitOnError } from "../../src/commands/exit.ts";
import { runHere } from "../command.ts";

test.each([
  [{ CHROME_PATH: process.execPath }, 0, process.execPath],
  [{ CHROME_PATH: "/nowhere/chrome" }, 2, "CHROME_PATH is /nowhere/chrome, which doesn't exist."],
])(
  "with %j, the browser is that one, or one sentence says that it doesn't exist",
  async (env, exitCode, output) => {
    const command = async () => console.log(await exitOnError(findBrowser));
    expect(await runHere(command, [], env)).toMatchObject({ exitCode, output });
  },
);
