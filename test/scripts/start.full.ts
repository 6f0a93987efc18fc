import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { launchBrowser } from "../../scripts/tools/browser.ts";
import { run } from "../../scripts/tools/run.ts";
import { copyProject } from "../project-copy.ts";

// `npm start` writes into the project that it runs in.
const copy = copyProject("start");
const contract = join(copy, "openapi/openapi.yaml");
const original = readFileSync(contract, "utf8");
const script = ["--import", "tsx", join(copy, "scripts/start.ts")];
let child: ChildProcess;
let output = "";
let introduction = "";
let url = "";

async function waitForOutput(text: string | RegExp): Promise<string> {
  await vi.waitFor(() => expect(output).toMatch(text), { timeout: 60_000 });
  return output;
}

/** Writes a change of the original contract, and forgets what was printed before. */
function edit(change: (text: string) => string): void {
  output = "";
  const newText = change(original);
  expect(newText).not.toBe(original);
  writeFileSync(contract, newText);
}

const read = async (path: string) => (await fetch(`${url}${path}`)).text();
const readMessage = async () =>
  JSON.parse(await read("/api/v2/tokens?token=demo-token-not-secret")).message;

beforeAll(async () => {
  // Not the frozen contract.
  const env = { ...process.env, NODE_OPTIONS: "" };
  child = spawn(process.execPath, [...script, "--port", "0"], { cwd: copy, env });
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => (output += chunk));
  introduction = await waitForOutput(/Ctrl-C/);
  url = /http:\/\/127\.0\.0\.1:\d+/.exec(introduction)?.[0] ?? "";
});
afterEach(async () => {
  if (readFileSync(contract, { flag: "a+", encoding: "utf8" }) === original) return;
  output = "";
  writeFileSync(contract, original);
  await waitForOutput("Rebuilt");
});
afterAll(() => {
  child.kill("SIGKILL");
  rmSync(copy, { recursive: true, maxRetries: 3 });
});

test("lists its addresses and commands in five lines", () => {
  const lines = introduction.trim().split("\n").slice(-5);
  expect(lines.map((line) => line.split(/\s/)[0])).toEqual([
    "Reference",
    "Mock",
    "curl",
    "Client",
    "Edit",
  ]);
});

test("serves the reference and the mocked API on one address", async () => {
  const page = await fetch(`${url}/`);
  expect([page.status, page.headers.get("content-type")]).toEqual([
    200,
    "text/html; charset=utf-8",
  ]);
  const text = await read("/operations/listJunkInbox.html");
  expect(text).toContain("List junk inbox rooms");
  // Its samples work when they are pasted.
  expect(text).toContain(`PHONE_AGENT_BASE_URL:-${url}`);
  expect(text).not.toContain("127.0.0.1:4010");
  expect(await readMessage()).toBe("Example message");
});

test.each(["curl", "Client"])("the %s line can be pasted into a shell", async (subject) => {
  const line = new RegExp(`^${subject} +(.+)$`, "m").exec(introduction)?.[1] ?? "";
  const outcome = await run("bash", ["-c", line.replace(/^curl/, "curl --silent")]);
  expect(outcome.output).toContain("<EXAMPLE_TOKEN_1>");
});

const edited = "Edited message";

test("an edit reaches the mock, the reference, Redoc, the types, and the page that is open", async () => {
  const events = await fetch(`${url}/__reload`, { headers: { accept: "text/event-stream" } });
  edit((text) => text.replaceAll("Example message", edited));
  await waitForOutput("Rebuilt");
  expect(await readMessage()).toBe(edited);
  expect(await read("/redoc.html")).toContain(edited);
  const page = await read("/operations/listTokens.html");
  expect(page).toContain(edited);
  // The policy of the page allows no script within it.
  const [, reloadScript = ""] = /<script src="([^"]+)"><\/script><\/body>/.exec(page) ?? [];
  expect(await read(reloadScript)).toContain("location.reload()");
  const fixtures = () => readFileSync(join(copy, "generated/fixtures.ts"), "utf8");
  await expect.poll(fixtures, { timeout: 20_000 }).toContain(edited);
  const { value } = (await events.body?.getReader().read()) ?? {};
  expect(new TextDecoder().decode(value)).toMatch(/^(data: reload\n\n)+$/);
});

test.each([
  ["what our rules refuse", "message: Example message", "message: Call +4915112345678"],
  ["text that looks like another", "message: Example message", 'x-\u202ereversed: ""'],
])("%s is a finding, escaped, and nothing of it is served", async (_, text, replacement) => {
  const page = await read("/operations/listTokens.html");
  edit((contractText) => contractText.replace(text, replacement));
  const finding = await waitForOutput(/Still serving the last valid contract/);
  expect(finding).toMatch(/openapi\.yaml:\d+:\d+/);
  expect(finding).toMatch(/^[\n\x20-\x7e…]*$/);
  expect(await readMessage()).toBe("Example message");
  expect(await read("/operations/listTokens.html")).toBe(page);
});

test("a fault of style in an edit is a warning", async () => {
  edit((text) => text.replace("summary: No tokens", 'summary: ""'));
  expect(await waitForOutput(/This is only style\./)).toContain(
    "An example of a response needs a summary.",
  );
  expect(output).not.toContain("Error was generated");
});

test("Redoc's page runs on any port, and loads itself again after an edit", async () => {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(`${url}/redoc.html#/webhooks/getwebhookrelay`);
  // Only its script goes to the operation. Before, the page shows the first part.
  await page.getByRole("heading", { name: "Get a webhook relay configuration" }).first().waitFor();
  expect(await page.content()).not.toContain("127.0.0.1:4010");
  edit((text) =>
    text.replace("summary: Get a webhook relay configuration", "summary: Get what was edited"),
  );
  await page.getByRole("heading", { name: "Get what was edited" }).first().waitFor();
  await browser.close();
});

test("the last valid contract is served, also if an invalid one or none follows it at once", async () => {
  edit((text) => text.replace("message: Example message", "message: Again"));
  await vi.waitFor(async () => expect(await readMessage()).toBe("Again"), { timeout: 60_000 });
  writeFileSync(contract, "{");
  await waitForOutput(/Still serving the last valid contract/);
  expect(await read("/redoc.html")).toContain("Again");
  rmSync(contract);
  await waitForOutput(
    /openapi\/openapi\.yaml: ENOENT.*\n\nStill serving the last valid contract\./,
  );
  expect(await readMessage()).toBe("Again");
});

test("an invalid contract at the start is a finding, and nothing is served", async () => {
  edit((text) => text.replace("operationId: listTokens", "operationID: listTokens"));
  const second = await run(process.execPath, [...script, "--port", "0"], { NODE_OPTIONS: "" });
  expect(second.ok).toBe(false);
  expect(second.output).toMatch(/openapi\.yaml:\d+:\d+ at #\/paths/);
  expect(second.output).not.toContain("http://127.0.0.1");
});

test("Ctrl-C ends it at once, also with a page open", async () => {
  await fetch(`${url}/__reload`, { headers: { accept: "text/event-stream" } });
  const exitCode = new Promise((resolve) => child.on("close", resolve));
  child.kill("SIGINT");
  expect(await exitCode).toBe(0);
});
