import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Browser } from "playwright-core";

const programs = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const knownPaths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Returns the path of Chrome or Chromium: `CHROME_PATH`, or the first one on this machine. On Debian, as root, installs
 * a missing browser.
 * @throws Error that says how to get a browser.
 */
export async function findBrowser(): Promise<string> {
  const chromePath = process.env["CHROME_PATH"];
  if (chromePath && !isExecutable(chromePath))
    throw new Error(`CHROME_PATH is ${chromePath}, which isn't an executable program.`);
  const program = chromePath || search();
  if (program) return program;
  if (existsSync("/etc/debian_version") && process.getuid?.() === 0) {
    console.error("No Chrome or Chromium found. Installing Chromium by apt …");
    const installed = install() && search();
    if (installed) return installed;
  }
  throw new Error("No Chrome or Chromium found: install one, or name its program in CHROME_PATH.");
}

/** Starts the browser, without a window. As root it runs only without its sandbox. */
export async function launchBrowser(): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  return chromium.launch({ executablePath: await findBrowser(), args: ["--no-sandbox"] });
}

function install(): boolean {
  const options = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
  try {
    execFileSync("apt-get", ["update"], options);
    execFileSync("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"], options);
    return true;
  } catch {
    return false;
  }
}

function search(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return [...folders.flatMap((folder) => programs.map((name) => join(folder, name))), ...knownPaths].find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
