import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createPhoneAgentClient } from "phone-agent-api";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { findBrowser, hasSandbox, launchBrowser } from "../../scripts/tools/browser.ts";
import { run } from "../package/packed.ts";
import { createProject } from "./project.ts";

let folder: string;
let mockPort: string;
let appPort: string;
beforeAll(async () => {
  ({ folder, mockPort, appPort } = await createProject({
    files: [
      "app.mjs",
      "commonjs.cjs",
      "compose.yaml",
      "own-server.mjs",
      "playwright.config.ts",
      "test_tokens.py",
      "tokens.spec.ts",
      "wait-on.sh",
    ],
    packages: ["wait-on@9.5.1"],
    linked: ["@stoplight/prism-http", "@playwright/test"],
  }));
}, 300_000);

const children: ChildProcess[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(children.splice(0).map(stop));
});
/** Waits until the process has exited: the next test uses its port. */
async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill();
  await exit;
}
function start(command: string, env: Record<string, string> = {}) {
  const [program = "", ...args] = command.split(" ");
  children.push(spawn(program, args, { cwd: folder, env: { ...process.env, ...env }, stdio: "inherit" }));
}

/** Runs a command in the project. If it fails, throws an error with its output. */
const runInProject = (program: string, args: string[], env: Record<string, string> = {}) =>
  run(program, args, { cwd: folder, env: { ...process.env, ...env } }).catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}\n${stderr}`);
  });

test("Playwright starts the mock and the app, and opens the page", async () => {
  const launchOptions = { executablePath: await findBrowser(), chromiumSandbox: hasSandbox() };
  const config = `import config from "./playwright.config.ts";
    export default { ...config, use: { ...config.use, launchOptions: ${JSON.stringify(launchOptions)} } };`;
  await writeFile(join(folder, "here.config.ts"), config);
  const playwright = "node_modules/@playwright/test/cli.js";
  const { stdout } = await runInProject(process.execPath, [playwright, "test", "--config", "here.config.ts"]);
  expect(stdout).toContain("1 passed");
});

test("wait-on starts the tests when the mock is ready", async () => {
  const scripts = { test: "node commonjs.cjs" };
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", scripts }));
  const env = { PHONE_AGENT_BASE_URL: `http://127.0.0.1:${mockPort}`, PHONE_AGENT_TOKEN: "token-of-a-test" };
  const { stdout } = await runInProject("sh", ["wait-on.sh"], env);
  expect(stdout).toContain("2 tokens");
});

test("the pytest fixture starts a mock on a free port, and ends it", async ({ skip }) => {
  const versionCheck = await run("python3", ["-m", "pytest", "--version"]).catch(({ message }) => message);
  if (!versionCheck.stdout) skip(`pytest isn't installed here: ${versionCheck}`);
  const { stdout } = await runInProject("python3", ["-m", "pytest", "-p", "no:cacheprovider"]);
  expect(stdout).toContain("1 passed");
});

test("a page shows what its server gets from the mock, and never sees the token", async () => {
  start(`node_modules/.bin/phone-agent-api mock --port ${mockPort}`);
  await vi.waitFor(() => fetch(`http://127.0.0.1:${mockPort}/__mock/health`), { timeout: 30_000, interval: 200 });
  const token = "token-of-a-page";
  start("node own-server.mjs", { PHONE_AGENT_BASE_URL: `http://127.0.0.1:${mockPort}`, PHONE_AGENT_TOKEN: token });
  await vi.waitFor(() => fetch(`http://127.0.0.1:${appPort}`), { timeout: 30_000, interval: 200 });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    await page.goto(`http://127.0.0.1:${appPort}`);
    await page.getByText("2 tokens").waitFor();
    expect(await page.content()).not.toContain(token);
    expect(addresses.filter((address) => new URL(address).port !== appPort)).toEqual([]);
  } finally {
    await browser.close();
  }
});

// Runs the commands of the containers without Docker.
test("the commands and the health check of the Compose file work", async () => {
  const { services } = parse(readFileSync(join(folder, "compose.yaml"), "utf8"));
  const { mock, app } = services;
  expect(app.depends_on.mock.condition).toBe("service_healthy");
  const { hostname, port } = new URL(app.environment.PHONE_AGENT_BASE_URL);
  expect([services[hostname], port]).toEqual([mock, mockPort]);

  for (const [name, value] of Object.entries<string>(app.environment)) vi.stubEnv(name, value);
  expect(() => createPhoneAgentClient()).not.toThrow();
  vi.stubEnv("PHONE_AGENT_ALLOW_INSECURE_HTTP", "");
  expect(() => createPhoneAgentClient()).toThrow("plain HTTP");

  const isHealthy = () =>
    run("sh", ["-c", mock.healthcheck.test]).then(
      () => true,
      () => false,
    );
  expect(await isHealthy()).toBe(false);
  start(mock.command);
  await vi.waitFor(async () => expect(await isHealthy()).toBe(true), { timeout: 30_000, interval: 200 });
  // The host name of the mock's container is unknown outside Docker.
  start(app.command, { ...app.environment, PHONE_AGENT_BASE_URL: `http://127.0.0.1:${mockPort}` });
  const page = await vi.waitFor(() => fetch(`http://127.0.0.1:${appPort}`), { timeout: 30_000, interval: 200 });
  expect(await page.text()).toBe("<p>2 tokens</p>");
});
