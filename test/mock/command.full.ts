import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runMockCommand, startReady } from "./command.ts";
import { writeTemporaryFile } from "./helpers.ts";

test("--require-coverage exits with 0 if every operation was called", async () => {
  const { url, get, stop } = await startReady("--require-coverage");
  for (const path of ["tokens", "junkConversations", "webhookRelay/types", "webhookRelay/sms"]) {
    await get(`/api/v2/${path}?token=t`);
  }
  await fetch(`${url}/api/v2/sip/registration?token=t`, { method: "DELETE" });
  expect(await stop()).toBe(0);
});

test("an edit of the watched examples is served", async () => {
  const examplesText = (message: string) =>
    JSON.stringify({ listTokens: { own: { success: true, message, tokens: [] } } });
  const examples = writeTemporaryFile("examples.json", examplesText("first"));
  const { output, get, waitUntil, stop } = await startReady("--examples", examples);
  const message = async () => (await (await get("/api/v2/tokens?token=t", { prefer: "example=own" })).json()).message;
  expect(await message()).toBe("first");
  writeFileSync(examples, examplesText("second"));
  await waitUntil(() => output.stderr.includes("Reloaded"));
  expect(await message()).toBe("second");
  await stop();
});

test("the mock warns about a host that other machines can reach", async () => {
  const { output, waitUntil, stop } = runMockCommand("--port", "0", "--host", "0.0.0.0");
  await waitUntil(() => output.stderr.includes("listens on"));
  expect(output.stderr).toContain("Warning: the mock listens on 0.0.0.0.");
  await stop();
});
