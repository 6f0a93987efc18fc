import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import type { PhoneAgentClientOptions, PhoneAgentError } from "../../src/index.ts";
import { failureOf, json, sequence, serve, text } from "./server.ts";

type Service = Awaited<ReturnType<typeof serve>>;

function recorder() {
  const events: [string, { error?: PhoneAgentError; durationMs?: number }][] = [];
  const hook = (name: string) => (event: object) => events.push([name, event]);
  const hooks: PhoneAgentClientOptions = {
    onRequest: hook("onRequest"),
    onResponse: hook("onResponse"),
    onRetry: hook("onRetry"),
    onError: hook("onError"),
  };
  return { events, hooks };
}

test("the hooks report a call that succeeds at the second attempt, and one that fails", async () => {
  const { events, hooks } = recorder();
  const relay = json(fixtures.getWebhookRelay["empty"]);
  await using service = await serve(sequence(text("", 503), relay, text("", 404)), hooks);
  const startedAt = performance.now();
  await service.phone.getWebhookRelay("sms");
  const error = await failureOf(service.phone.getWebhookRelay("sms"));
  const callsMs = performance.now() - startedAt;
  const call = { operation: "getWebhookRelay", method: "GET", path: "/api/v2/webhookRelay/sms" };
  const durationMs = expect.any(Number);
  expect(events).toEqual([
    ["onRequest", { ...call, attempt: 1 }],
    ["onResponse", { ...call, attempt: 1, status: 503, durationMs }],
    ["onRetry", { ...call, attempt: 1, kind: "http", status: 503, delayMs: expect.any(Number) }],
    ["onRequest", { ...call, attempt: 2 }],
    ["onResponse", { ...call, attempt: 2, status: 200, durationMs }],
    ["onRequest", { ...call, attempt: 1 }],
    ["onResponse", { ...call, attempt: 1, status: 404, durationMs }],
    ["onError", { ...call, attempt: 1, error, durationMs }],
  ]);
  const durations = events.map(([, { durationMs = 0 }]) => durationMs);
  expect(Math.max(...durations)).toBeLessThanOrEqual(callsMs);
});

test.each<[name: string, kind: string, call: (clients: Service) => Promise<unknown>]>([
  ["a status that http returns as its error", "http", ({ http }) => http.GET("/api/v2/tokens")],
  [
    "another address",
    "configuration",
    ({ http }) => http.GET("/api/v2/tokens", { baseUrl: "https://a.example" }),
  ],
  ["a page", "contract", ({ phone }) => phone.items("listJunkInbox").next()],
])(
  "onError is called once for a failure by %s, with the error that is thrown",
  async (_, kind, call) => {
    const { events, hooks } = recorder();
    const respond = kind === "contract" ? json({ rooms: null }) : json({}, 404);
    await using service = await serve(respond, {
      ...hooks,
      junkInboxInputNames: { pageNumber: "page" },
    });
    const thrownError: unknown = await call(service).then(
      () => undefined,
      (error) => error,
    );
    const errors = events.flatMap(([name, { error }]) => (name === "onError" ? [error] : []));
    expect(errors).toMatchObject([{ kind }]);
    if (thrownError) expect(errors[0]).toBe(thrownError);
  },
);

test("a hook that throws or rejects changes neither a success nor a failure", async () => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", listen);
  const throws = () => {
    throw new Error("from a hook");
  };
  const rejects = async () => throws();
  const hooks = { onRequest: throws, onResponse: rejects, onRetry: throws, onError: rejects };
  const list = fixtures.listTokens["empty"];
  await using service = await serve(sequence(text("", 503), json(list), text("", 404)), hooks);
  expect(await service.phone.listTokens()).toEqual(list);
  expect(await failureOf(service.phone.listTokens())).toMatchObject({ kind: "http", status: 404 });
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off("unhandledRejection", listen);
  expect(unhandled).toEqual([]);
});
