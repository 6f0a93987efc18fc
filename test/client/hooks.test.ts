import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import type { PhoneAgentClientOptions } from "../../src/index.ts";
import { failureOf, inTurn, json, misbehaving, text } from "./server.ts";

function recorder() {
  const told: [string, object][] = [];
  const hook = (name: string) => (event: object) => told.push([name, event]);
  const hooks: PhoneAgentClientOptions = {
    onRequest: hook("onRequest"),
    onResponse: hook("onResponse"),
    onRetry: hook("onRetry"),
    onError: hook("onError"),
  };
  return { told, hooks };
}

test("the hooks tell a call that succeeds at the second attempt", async () => {
  const { told, hooks } = recorder();
  await using service = await misbehaving(inTurn(text("", 503), json(fixtures.getWebhookRelay["empty"])), hooks);
  await service.phone.getWebhookRelay("sms");
  const call = { operation: "getWebhookRelay", method: "GET", path: "/api/v2/webhookRelay/sms" };
  expect(told).toEqual([
    ["onRequest", { ...call, attempt: 1 }],
    ["onResponse", { ...call, attempt: 1, status: 503 }],
    ["onRetry", { ...call, attempt: 1, kind: "http", status: 503, delayMs: expect.any(Number) }],
    ["onRequest", { ...call, attempt: 2 }],
    ["onResponse", { ...call, attempt: 2, status: 200 }],
  ]);
});

test("onError tells a call that fails for good", async () => {
  const { told, hooks } = recorder();
  await using service = await misbehaving(text("", 404), hooks);
  const { message } = await failureOf(service.phone.deleteSipRegistration());
  expect(told.at(-1)).toEqual([
    "onError",
    {
      operation: "deleteSipRegistration",
      method: "DELETE",
      path: "/api/v2/sip/registration",
      attempt: 1,
      kind: "http",
      status: 404,
      message,
    },
  ]);
});

test("what the hooks are told is frozen", async () => {
  const { told, hooks } = recorder();
  await using service = await misbehaving(text("", 404), hooks);
  await failureOf(service.phone.listTokens());
  expect(told.length).toBe(3);
  expect(told.every(([, event]) => Object.isFrozen(event))).toBe(true);
});

test("a hook that throws or rejects changes neither a success nor a failure", async () => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", listen);
  const throws = () => {
    throw new Error("from a hook");
  };
  const rejects = async () => throws();
  const hooks = { onRequest: throws, onResponse: rejects, onRetry: throws, onError: rejects };
  await using service = await misbehaving(
    inTurn(text("", 503), json(fixtures.listTokens["empty"]), text("", 404)),
    hooks,
  );
  expect(await service.phone.listTokens()).toEqual(fixtures.listTokens["empty"]);
  expect(await failureOf(service.phone.listTokens())).toMatchObject({ kind: "http", status: 404 });
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off("unhandledRejection", listen);
  expect(unhandled).toEqual([]);
});
