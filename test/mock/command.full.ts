import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mock, ready } from "./command.ts";
import { file } from "./helpers.ts";

test("--require-coverage exits with 0 where all were called", async () => {
  const { url, get, stop } = await ready("--require-coverage");
  for (const path of ["tokens", "junkConversations", "webhookRelay/types", "webhookRelay/sms"]) {
    await get(`/api/v2/${path}?token=t`);
  }
  await fetch(`${url}/api/v2/sip/registration?token=t`, { method: "DELETE" });
  expect(await stop()).toBe(0);
});

test("an edit of the watched examples is served", async () => {
  const own = (message: string) => JSON.stringify({ listTokens: { own: { success: true, message, tokens: [] } } });
  const examples = file("examples.json", own("first"));
  const { printed, get, until, stop } = await ready("--examples", examples);
  const message = async () => (await (await get("/api/v2/tokens?token=t", { prefer: "example=own" })).json()).message;
  expect(await message()).toBe("first");
  writeFileSync(examples, own("second"));
  await until(() => printed.stderr.includes("Reloaded"));
  expect(await message()).toBe("second");
  await stop();
});

test("a host that others can reach is warned about", async () => {
  const { printed, until, stop } = mock("--port", "0", "--host", "0.0.0.0");
  await until(() => printed.stderr.includes("listens on"));
  expect(printed.stderr).toContain("Warning: the mock listens on 0.0.0.0.");
  await stop();
});
