import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { startCommand } from "../../scripts/start.ts";
import { run } from "../../scripts/tools/run.ts";
import { runHere } from "../command.ts";
import { startedCopy } from "./started-copy.ts";

/** The lint rejects a real number. */
const edited = "Call +4915112345678";
let server: Awaited<ReturnType<typeof startedCopy>>;
let hasEnded = true;
beforeEach(async () => {
  if (hasEnded) server = await startedCopy();
  hasEnded = false;
});
afterEach(async () => {
  if (!hasEnded) await server.restore();
});
afterAll(() => server.end());

const openEvents = () => fetch(`${server.url}/__reload`, { headers: { accept: "text/event-stream" } });

test("lists its addresses and commands in five lines", () => {
  const lines = server.introduction.trim().split("\n").slice(-5);
  expect(lines.map((line) => line.split(/\s/)[0])).toEqual(["Reference", "Mock", "curl", "Client", "Edit"]);
});

test("serves the reference and the mocked API on one address", async () => {
  const page = await fetch(`${server.url}/`);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const text = await (await fetch(`${server.url}/operations/listJunkInbox.html`)).text();
  expect(text).toContain("List junk inbox rooms");
  // Its samples work when they are pasted.
  expect(text).toContain(`PHONE_AGENT_BASE_URL:-${server.url}`);
  expect(text).not.toContain("127.0.0.1:4010");
  expect(await server.message()).toBe("Example message");
});

test.each(["curl", "Client"])("the %s line can be pasted into a shell", async (subject) => {
  const outcome = await run("bash", ["-c", server.line(subject).replace(/^curl/, "curl --silent")]);
  expect(outcome.output).toContain("<EXAMPLE_TOKEN_1>");
});

test("a taken port is one clear sentence", async () => {
  const port = Number(new URL(server.url).port);
  const { exitCode, output } = await runHere(startCommand, ["--port", `${port}`]);
  expect(exitCode).toBe(2);
  expect(output).toBe(`Port ${port} is taken. Choose another: npm start -- --port ${port + 1}`);
});

test("an edit reaches the mock, the reference, Redoc, the types, and the page that is open; what the lint finds in it is printed", async () => {
  const events = await openEvents();
  server.edit((text) => text.replaceAll("Example message", edited));
  await server.printed("Rebuilt");
  expect(await server.message()).toBe(edited);
  // Until it is rendered again, a page that loads itself again is in its place.
  const readRedoc = async () => (await fetch(`${server.url}/redoc.html`)).text();
  expect(await readRedoc()).toMatch(/http-equiv="refresh"|4915112345678/);
  const page = await (await fetch(`${server.url}/operations/listTokens.html`)).text();
  expect(page).toContain(edited);
  // The policy of the page allows no script within it.
  const [, script] = /<script src="([^"]+)"><\/script><\/body>/.exec(page) ?? [];
  expect(await (await fetch(`${server.url}${script}`)).text()).toContain("location.reload()");
  const fixtures = () => readFileSync(join(server.copy, "generated/fixtures.ts"), "utf8");
  await expect.poll(fixtures, { timeout: 20_000 }).toContain(edited);
  const { value } = (await events.body?.getReader().read()) ?? {};
  expect(new TextDecoder().decode(value)).toMatch(/^(data: reload\n\n)+$/);
  // Its page may still have been rendered from the first build when the contract was edited.
  await server.printed(/Rebuilt.*Redoc shows it, too/s);
  expect(await readRedoc()).toContain(edited);
  expect(await server.printed(/Serving it all the same/)).toMatch(/openapi\.yaml:\d+:\d+/);
});

test("Ctrl-C ends it at once, also with a page open", async () => {
  await openEvents();
  const exitCode = new Promise((resolve) => server.child.on("close", resolve));
  server.child.kill("SIGINT");
  expect(await exitCode).toBe(0);
  hasEnded = true;
});
