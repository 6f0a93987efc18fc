import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Browser } from "playwright-core";

const programs = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
const knownPaths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Returns the path of Chrome or Chromium: `CHROME_PATH`, or the first one on this machine. On
 * Debian, as root, installs a missing browser.
 * @throws Error that says how to get a browser.
 */
export async function findBrowser(): Promise<string> {
  const chromePath = process.env["CHROME_PATH"];
  if (chromePath && !existsSync(chromePath))
    throw new Error(`CHROME_PATH is ${chromePath}, which doesn't exist.`);
  let program = chromePath || search();
  if (!program && existsSync("/etc/debian_version") && process.getuid?.() === 0) {
    console.error("No Chrome or Chromium found. Installing Chromium by apt …");
    const install = "apt-get update && apt-get install --yes --no-install-recommends chromium";
    spawnSync(`export DEBIAN_FRONTEND=noninteractive; ${install}`, {
      shell: true,
      stdio: "ignore",
    });
    program = search();
  }
  if (!program)
    throw new Error(
      "No Chrome or Chromium found: install one, or name its program in CHROME_PATH.",
    );
  return program;
}

function search(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const paths = folders.flatMap((folder) => programs.map((name) => join(folder, name)));
  return [...paths, ...knownPaths].find(existsSync);
}

/** Starts the browser, without a window. */
export async function launchBrowser(...args: string[]): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  return chromium.launch({ executablePath: await findBrowser(), args });
}
