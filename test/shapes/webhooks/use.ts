import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import type { CallEnded } from "../../../src/index.ts";
import { validateWebhook } from "../../../src/validate.ts";
import type { Use } from "../use.ts";

export default async function ({ isMock, url }: Use): Promise<void> {
  const payload: CallEnded = { callId: 1, reason: "hangup" };
  expect(validateWebhook("callEnded", payload)).toEqual([]);
  expect(validateWebhook("callEnded", { callId: "1" })).not.toEqual([]);
  if (!isMock) return;
  const bodies: unknown[] = [];
  const signatures: unknown[] = [];
  const receiver = createServer(async (request, response) => {
    signatures.push(request.headers["x-signature"]);
    bodies.push(JSON.parse((await request.toArray()).join("")));
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const send = (input: object) =>
    fetch(`${url}/__mock/webhooks/callEnded`, { method: "POST", body: JSON.stringify(input) });
  expect((await send({ url: target })).status).toBe(200);
  expect((await send({ url: target, example: "long" })).status).toBe(200);
  expect(bodies).toEqual([payload, { callId: 2, reason: "transfer" }]);
  expect(signatures).toEqual(["t=0,v1=synthetic", "t=0,v1=synthetic"]);
  expect((await send({ url: "http://example.com/" })).status).toBe(400);
  expect((await send({ url: target, example: "none" })).status).toBe(404);
  receiver.close();
}
