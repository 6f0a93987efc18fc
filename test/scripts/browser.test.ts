import { expect, test, vi } from "vitest";
import { findBrowser, hasSandbox } from "../../scripts/tools/browser.ts";
import { orFail } from "../../src/commands/command.ts";
import { runHere } from "../command.ts";

test.each([
  [{ CHROME_PATH: process.execPath }, 0, process.execPath],
  [{ CHROME_PATH: "/nowhere/chrome" }, 2, "CHROME_PATH is /nowhere/chrome, which doesn't exist."],
])("with %j, the browser is that one, or one sentence says that it doesn't exist", async (env, exitCode, output) => {
  const command = async () => console.log(await orFail(findBrowser));
  expect(await runHere(command, [], env)).toMatchObject({ exitCode, output });
});

test.each([
  ["a user", 1000, "", true],
  ["root", 0, "", false],
  ["CI", 1000, "true", false],
])("for %s, the browser has its sandbox only if it can run in it", (_, userId, ci, expected) => {
  vi.spyOn(process, "getuid").mockReturnValue(userId);
  vi.stubEnv("CI", ci);
  expect(hasSandbox()).toBe(expected);
});
