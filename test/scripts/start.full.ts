import { rmSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startedCopy } from "./started-copy.ts";

let server: Awaited<ReturnType<typeof startedCopy>>;
beforeAll(async () => {
  server = await startedCopy();
});
afterEach(() => server.restore());
afterAll(() => server.end());

test("many saves are one rebuild, or two", async () => {
  for (let save = 0; save < 12; save++) {
    server.edit((text) => text.replace(/\n*$/, "\n".repeat(2 + (save % 2))));
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  server.edit((text) => text.replace("message: Example message", "message: Edited"));
  await vi.waitFor(async () => expect(await server.message()).toBe("Edited"), { timeout: 60_000 });
  expect(server.output().match(/Rebuilt/g)?.length ?? 0).toBeLessThanOrEqual(2);
});

test("a deleted contract is reported, and the last one is still served", async () => {
  rmSync(server.contract);
  await server.printed(/openapi\/openapi\.yaml: ENOENT.*\n\nStill serving the last valid contract\./);
  expect(await server.message()).toBe("Example message");
});

test("Redoc shows the last valid contract, also if an invalid one follows it at once", async () => {
  server.edit((text) => text.replace("message: Example message", "message: Again"));
  await vi.waitFor(async () => expect(await server.message()).toBe("Again"), { timeout: 60_000 });
  writeFileSync(server.contract, "{");
  await server.printed(/Still serving the last valid contract/);
  const readRedoc = async () => (await fetch(`${server.url}/redoc.html`)).text();
  await expect.poll(readRedoc, { timeout: 30_000 }).toContain("Again");
});

test("an invalid contract at the start is a finding, and nothing is served", async () => {
  server.edit((text) => text.replace("operationId: listTokens", "operationID: listTokens"));
  const { ok, output } = await server.again("--port", "0");
  expect(ok).toBe(false);
  expect(output).toMatch(/openapi\.yaml:\d+:\d+ at #\/paths/);
  expect(output).not.toContain("http://127.0.0.1");
});
