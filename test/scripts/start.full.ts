import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startedCopy } from "./started-copy.ts";

let started: Awaited<ReturnType<typeof startedCopy>>;
beforeAll(async () => {
  started = await startedCopy();
});
afterAll(() => started.end());

test("many saves are one rebuild, or two", async () => {
  for (let save = 0; save < 12; save++) {
    started.edit((text) => text.replace(/\n*$/, "\n".repeat(1 + ((save + 1) % 2))));
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  started.edit((text) => text.replace("message: Example message", "message: Edited"));
  await vi.waitFor(async () => expect(await started.message()).toBe("Edited"), { timeout: 60_000 });
  expect(started.output().match(/Rebuilt/g)?.length ?? 0).toBeLessThanOrEqual(2);
});

test("a deleted contract is reported, and the last one is still served", async () => {
  const text = readFileSync(started.contract, "utf8");
  rmSync(started.contract);
  await started.printed("openapi/openapi.yaml doesn't exist.\n\nStill serving the last valid contract.");
  expect(await started.message()).toBe("Edited");
  writeFileSync(started.contract, text);
  await started.printed(/doesn't exist[\s\S]*Rebuilt/);
});

test("an invalid contract at the start is a finding, and nothing is served", async () => {
  started.edit((text) => text.replace("operationId: listTokens", "operationID: listTokens"));
  const { ok, output } = await started.again("--port", "0");
  expect(ok).toBe(false);
  expect(output).toMatch(/openapi\.yaml:\d+:\d+ at #\/paths/);
  expect(output).not.toContain("http://127.0.0.1");
});
