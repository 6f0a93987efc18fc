import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../scripts/run.ts";
import { startCommand } from "../../scripts/start.ts";
import { runHere } from "../command.ts";
import { startedCopy } from "./started-copy.ts";

/** The lint rejects a real number. */
const edited = "Call +4915112345678";
let started: Awaited<ReturnType<typeof startedCopy>>;
beforeAll(async () => {
  started = await startedCopy();
});
afterAll(() => started.end());

test("says in five lines what is where", () => {
  const lines = started.introduction.trim().split("\n").slice(-5);
  expect(lines.map((line) => line.split(/\s/)[0])).toEqual(["Reference", "Mock", "curl", "Client", "Edit"]);
});

test("serves the reference and the mocked API on one address", async () => {
  const page = await fetch(`${started.url}/`);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const text = await (await fetch(`${started.url}/operations/listJunkInbox.html`)).text();
  expect(text).toContain("List junk inbox rooms");
  // Its samples work when they are pasted.
  expect(text).toContain(`PHONE_AGENT_BASE_URL:-${started.url}`);
  expect(text).not.toContain("127.0.0.1:4010");
  expect(await started.message()).toBe("Example message");
});

test.each(["curl", "Client"])("the %s line works as it stands", async (name) => {
  const line = new RegExp(`^${name} +(.+)$`, "m").exec(started.introduction)?.[1] ?? "";
  const outcome = await run("bash", ["-c", name === "curl" ? `${line.replace("curl", "curl --silent")}` : line]);
  expect(outcome.output).toContain("<EXAMPLE_TOKEN_1>");
});

test("an invalid edit prints the finding, and the last valid contract is still served", async () => {
  started.edit((text) => text.replace("operationId: listTokens", "operationID: listTokens"));
  expect(await started.printed(/Still serving the last valid contract/)).toMatch(/openapi\.yaml:\d+:\d+/);
  expect(await started.message()).toBe("Example message");
});

test("an edit reaches the mock, the reference, the types, and the page that is open; what the lint finds in it is printed", async () => {
  const events = await fetch(`${started.url}/__reload`);
  started.edit((text) => text.replace("operationID:", "operationId:").replace("Example message", edited));
  await started.printed("Rebuilt");
  expect(await started.message()).toBe(edited);
  const page = await (await fetch(`${started.url}/operations/listTokens.html`)).text();
  expect(page).toContain(edited);
  // The policy of the page allows no script within it.
  const [, script] = /<script src="([^"]+)"><\/script><\/body>/.exec(page) ?? [];
  expect(await (await fetch(`${started.url}${script}`)).text()).toContain("location.reload()");
  const fixtures = () => readFileSync(join(started.copy, "generated/fixtures.ts"), "utf8");
  await expect.poll(fixtures, { timeout: 20_000 }).toContain(edited);
  const { value } = (await events.body?.getReader().read()) ?? {};
  expect(new TextDecoder().decode(value)).toBe("data: reload\n\n");
  expect(await started.printed(/Serving it all the same/)).toMatch(/openapi\.yaml:\d+:\d+/);
});

test("a taken port is one clear sentence", async () => {
  const port = Number(new URL(started.url).port);
  const { exitCode, output } = await runHere(startCommand, ["--port", `${port}`]);
  expect(exitCode).toBe(2);
  expect(output).toBe(`Port ${port} is taken. Choose another: npm start -- --port ${port + 1}`);
});

test("Ctrl-C ends it at once, also with a page open", async () => {
  await fetch(`${started.url}/__reload`);
  const ended = new Promise((resolve) => started.child.on("close", resolve));
  started.child.kill("SIGINT");
  expect(await ended).toBe(0);
});
