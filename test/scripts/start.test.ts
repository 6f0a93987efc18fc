import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { root, run } from "../../scripts/run.ts";

/** `npm start` writes into the project that it runs in, so it runs in a copy. */
const copy = mkdtempSync(join(tmpdir(), "phone-agent-start-"));
const contract = join(copy, "openapi/openapi.yaml");

let child: ChildProcess;
let output = "";
let url = "";

async function printed(text: string | RegExp): Promise<string> {
  await vi.waitFor(() => expect(output).toMatch(text), { timeout: 60_000 });
  return output;
}

/** Saves the contract with one text replaced, and forgets what was printed before. */
function edit(from: string, to: string): void {
  output = "";
  const text = readFileSync(contract, "utf8");
  expect(text).toContain(from);
  writeFileSync(contract, text.replace(from, to));
}

const message = async () => (await (await fetch(`${url}/api/v2/tokens?token=example`)).json()).message;

beforeAll(async () => {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of files.trim().split("\n")) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  child = spawn(process.execPath, ["--import", "tsx", "scripts/start.ts", "--port", "0"], { cwd: copy });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  await printed(/Ctrl-C/);
  url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? "";
});
afterAll(() => {
  child.kill("SIGKILL");
  rmSync(copy, { recursive: true });
});

test("says in five lines what is where", () => {
  const lines = output.trim().split("\n").slice(-5);
  expect(lines.map((line) => line.split(/\s/)[0])).toEqual(["Reference", "Mock", "curl", "Client", "Editing"]);
});

test("serves the reference and the mocked API on one address", async () => {
  const page = await fetch(`${url}/`);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(await page.text()).toContain("List junk inbox rooms");
  expect(await message()).toBe("Example message");
});

test.each(["curl", "Client"])("the %s line works as it stands", async (name) => {
  const line = new RegExp(`^${name} +(.+)$`, "m").exec(output)?.[1] ?? "";
  const outcome = await run("bash", ["-c", name === "curl" ? `${line.replace("curl", "curl --silent")}` : line]);
  expect(outcome.output).toContain("<EXAMPLE_TOKEN_1>");
});

test("an invalid edit prints the finding, and the last valid contract is still served", async () => {
  edit("operationId: listTokens", "operationID: listTokens");
  expect(await printed(/Still serving the last valid contract/)).toMatch(/openapi\.yaml:\d+:\d+/);
  expect(await message()).toBe("Example message");
  edit("operationID: listTokens", "operationId: listTokens");
  await printed("Rebuilt");
});

test("a valid edit reaches the mock, the reference, the types, and the page that is open", async () => {
  const events = await fetch(`${url}/__reload`);
  edit("message: Example message", "message: Edited message");
  await printed("Rebuilt");
  expect(await message()).toBe("Edited message");
  expect(await (await fetch(`${url}/`)).text()).toContain("Edited message");
  expect(readFileSync(join(copy, "generated/fixtures.ts"), "utf8")).toContain("Edited message");
  const { value } = (await events.body?.getReader().read()) ?? {};
  expect(new TextDecoder().decode(value)).toBe("data: reload\n\n");
});

const start = (...args: string[]) =>
  run(process.execPath, ["--import", "tsx", join(copy, "scripts/start.ts"), ...args]);

test("many saves are one rebuild, or two", async () => {
  for (let save = 0; save < 12; save++) {
    writeFileSync(contract, readFileSync(contract, "utf8").replace(/\n*$/, "\n".repeat(1 + (save % 2))));
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  output = "";
  edit("message: Edited message", "message: Edited again");
  await vi.waitFor(async () => expect(await message()).toBe("Edited again"), { timeout: 60_000 });
  const rebuilt = output.match(/Rebuilt/g)?.length ?? 0;
  expect(rebuilt).toBeLessThanOrEqual(2);
});

test("a contract that is gone is said to be, and the last one is still served", async () => {
  const text = readFileSync(contract, "utf8");
  output = "";
  rmSync(contract);
  expect(await printed(/Still serving the last valid contract/)).toContain("openapi/openapi.yaml is gone.");
  expect(await message()).toBe("Edited again");
  output = "";
  writeFileSync(contract, text);
  await printed("Rebuilt");
});

test("a taken port is one clear sentence", async () => {
  const port = Number(new URL(url).port);
  const { ok, output } = await start("--port", `${port}`);
  expect(ok).toBe(false);
  expect(output).toBe(`Port ${port} is taken. Choose another: npm start -- --port ${port + 1}`);
});

test("Ctrl-C ends it at once, also with a page open", async () => {
  await fetch(`${url}/__reload`);
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.kill("SIGINT");
  expect(await ended).toBe(0);
});

test("an invalid contract at the start is a finding, and nothing is served", async () => {
  edit("operationId: listTokens", "operationID: listTokens");
  const { ok, output } = await start("--port", "0");
  expect(ok).toBe(false);
  expect(output).toMatch(/openapi\.yaml:\d+:\d+ at #\/paths/);
  expect(output).not.toContain("http://127.0.0.1");
});
