import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import type { WebhookPayloads } from "../../../src/index.ts";
import { validateWebhook } from "../../../src/validate.ts";
import type { Use } from "../use.ts";

export default async function ({ phone, isMock, url }: Use): Promise<void> {
  const result: WebhookPayloads["callResult"] = { number: "+12025550100", answered: true };
  expect(validateWebhook("callResult", result)).toEqual([]);
  expect(validateWebhook("callResult", { ...result, answered: "yes" })).not.toEqual([]);
  await phone.queueCall({ number: "+12025550100", resultUrl: "https://example.com/result" });
  if (!isMock) return;
  const bodies: unknown[] = [];
  const receiver = createServer(async (request, response) => {
    bodies.push(JSON.parse((await request.toArray()).join("")));
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/result`;
  const init = { method: "POST", body: JSON.stringify({ url: target }) };
  expect((await fetch(`${url}/__mock/webhooks/callResult`, init)).status).toBe(200);
  expect(bodies).toEqual([result]);
  receiver.close();
}
