import { expect, test, vi } from "vitest";
import { findBrowser, hasSandbox } from "../../scripts/tools/browser.ts";
import { run } from "../../scripts/tools/run.ts";
import { orFail } from "../../src/commands/command.ts";
import { runHere } from "../command.ts";

const find = (env: Record<string, string>) => runHere(async () => console.log(await orFail(findBrowser)), [], env);

test("a browser that is named is taken", async () => {
  expect(await find({ CHROME_PATH: process.execPath })).toMatchObject({ exitCode: 0, output: process.execPath });
});

test("a named browser that doesn't exist is reported in one sentence, without a stack", async () => {
  const { exitCode, output } = await find({ CHROME_PATH: "/nowhere/chrome" });
  expect(exitCode).toBe(2);
  expect(output).toBe("CHROME_PATH is /nowhere/chrome, which doesn't exist.");
});

test("without a browser, the message says how to get one", async ({ skip }) => {
  if (process.platform !== "linux") skip("elsewhere than on Linux browsers are not found by PATH alone");
  const { exitCode, output } = await find({ CHROME_PATH: "", PATH: "/nowhere" });
  expect(exitCode).toBe(2);
  expect(output).toContain("install one, or name its program in CHROME_PATH.");
  expect(output).not.toContain("    at ");
});

test.each([
  ["a user", 1000, "", true],
  ["root", 0, "", false],
  ["CI", 1000, "true", false],
])("for %s, the browser has its sandbox only if it can run in it", (_, userId, ci, expected) => {
  const getUserId = vi.spyOn(process, "getuid").mockReturnValue(userId);
  vi.stubEnv("CI", ci);
  const result = hasSandbox();
  getUserId.mockRestore();
  vi.unstubAllEnvs();
  expect(result).toBe(expected);
});

test("the browser of this machine is found and can be run", async () => {
  const { ok, output } = await run(await findBrowser(), ["--version"]);
  expect(ok).toBe(true);
  expect(output).toMatch(/Chrom(e|ium)/);
});
