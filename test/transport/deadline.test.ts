import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import { within } from "../../src/transport/deadline.ts";
import { failureOf, inTurn, json, misbehaving, text, token } from "../client/server.ts";

const fine = json(fixtures.listTokens["empty"]);

test("timeoutMs holds for each attempt, not for the call", async () => {
  await using service = await misbehaving(
    inTurn(
      () => {},
      () => {},
      fine,
    ),
    { timeoutMs: 1000 },
  );
  const start = performance.now();
  expect(await service.phone.listTokens()).toEqual(fixtures.listTokens["empty"]);
  expect(performance.now() - start).toBeGreaterThan(1990);
});

test("deadlineMs holds for the whole call, attempts and waits together", async () => {
  const retry = { attempts: 100, baseDelayMs: 1 };
  await using service = await misbehaving(() => {}, { timeoutMs: 60, deadlineMs: 200, retry });
  const error = await failureOf(service.phone.listTokens());
  expect(error.kind).toBe("timeout");
  expect(error.attempts).toBeGreaterThan(1);
  expect(error.attempts).toBeLessThan(5);
});

test("what rejects in time rejects, and what rejects after its time is over ends nothing", async () => {
  const rejectAfter = (ms: number) => () =>
    new Promise<never>((_, reject) => setTimeout(reject, ms, new Error(`after ${ms}`)));
  await expect(within(60_000, "timeoutMs", undefined, rejectAfter(5))).rejects.toThrow("after 5");
  expect(await within(5, "timeoutMs", undefined, rejectAfter(60))).toMatchObject({ kind: "timeout" });
  // An unhandled rejection would fail the run.
  await new Promise((resolve) => setTimeout(resolve, 100));
});

test("the times of a call go before those of the client", async () => {
  await using service = await misbehaving(() => {}, { retry: false });
  expect(await failureOf(service.phone.listTokens({ timeoutMs: 20 }))).toMatchObject({ limit: "timeoutMs" });
  expect(await failureOf(service.phone.listTokens({ deadlineMs: 20 }))).toMatchObject({ limit: "deadlineMs" });
});

test.each([
  ["before the call", 0],
  ["while the header is due", 1],
])("an abort %s ends it, and its reason is kept", async (_, attempts) => {
  const reason = new Error("enough");
  const controller = new AbortController();
  await using service = await misbehaving(() => controller.abort(reason));
  if (attempts === 0) controller.abort(reason);
  const error = await failureOf(service.phone.listTokens({ signal: controller.signal }));
  expect(error).toMatchObject({ kind: "aborted", attempts });
  expect(error.cause).toBe(reason);
  expect(service.received.length).toBe(attempts);
});

test("an abort while the body comes ends the call and closes the connection", async () => {
  const controller = new AbortController();
  const closed = withResolvers();
  await using service = await misbehaving((response) => {
    response.writeHead(200).write("{");
    response.on("close", () => closed.resolve("closed"));
    setTimeout(() => controller.abort(), 30);
  });
  expect((await failureOf(service.phone.listTokens({ signal: controller.signal }))).kind).toBe("aborted");
  expect(await closed.promise).toBe("closed");
});

test("the signal of a caller that times out is an abort, with its own reason", async () => {
  await using service = await misbehaving(() => {});
  const error = await failureOf(service.phone.listTokens({ signal: AbortSignal.timeout(20) }));
  expect(error).toMatchObject({ kind: "aborted", cause: { name: "TimeoutError" } });
});

test("a fetch that does not heed its signal ends in time all the same", async () => {
  const fetch = () => new Promise<Response>(() => {});
  const phone = createPhoneAgentClient({ baseUrl: "https://example.com", token, fetch, timeoutMs: 20, retry: false });
  expect((await failureOf(phone.listTokens())).kind).toBe("timeout");
});

test("a token function that does not answer ends in time", async () => {
  const never = () => new Promise<string>(() => {});
  const phone = createPhoneAgentClient({ baseUrl: "https://example.com", token: never, timeoutMs: 20, retry: false });
  expect(await failureOf(phone.listTokens())).toMatchObject({ kind: "timeout", attempts: 0 });
});

test("an answer that comes after the timeout is let go", async () => {
  const released = withResolvers();
  const body = new ReadableStream({ cancel: () => released.resolve("released") });
  const fetch = () => new Promise<Response>((resolve) => setTimeout(() => resolve(new Response(body)), 60));
  const phone = createPhoneAgentClient({ baseUrl: "https://example.com", token, fetch, timeoutMs: 20, retry: false });
  expect((await failureOf(phone.listTokens())).kind).toBe("timeout");
  expect(await released.promise).toBe("released");
});

test("a stalled body of a fetch that does not heed its signal is let go", async () => {
  const released = withResolvers();
  const body = new ReadableStream({ cancel: () => released.resolve("released") });
  const fetch = async () => new Response(body);
  const phone = createPhoneAgentClient({ baseUrl: "https://example.com", token, fetch, timeoutMs: 20, retry: false });
  expect((await failureOf(phone.listTokens())).kind).toBe("timeout");
  expect(await released.promise).toBe("released");
});

test("no listener stays on a shared signal, and no timer stays, however a call ends", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const { signal } = new AbortController();
  await using service = await misbehaving(
    inTurn(fine, text("", 404), text("", 503), fine, () => {}),
    { timeoutMs: 1000 },
  );
  const before = timers();
  await service.phone.listTokens({ signal });
  await failureOf(service.phone.listTokens({ signal }));
  await service.phone.listTokens({ signal });
  await failureOf(service.phone.deleteSipRegistration({ signal }));
  expect(service.received.length).toBe(5);
  expect(getEventListeners(signal, "abort").length).toBe(0);
  expect(timers() - before).toBeLessThanOrEqual(0);
});

test("an abort ends every call on a shared signal, and Node warns of no leak", async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error) => warnings.push(warning);
  process.on("warning", listen);
  const controller = new AbortController();
  await using service = await misbehaving(() => {});
  const calls = Array.from({ length: 30 }, () => failureOf(service.phone.listTokens({ signal: controller.signal })));
  expect(getEventListeners(controller.signal, "abort").length).toBe(1);
  controller.abort("enough");
  expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(Array.from({ length: 30 }, () => "aborted"));
  expect(getEventListeners(controller.signal, "abort").length).toBe(0);
  await new Promise(setImmediate);
  process.off("warning", listen);
  expect(warnings).toEqual([]);
});

function withResolvers() {
  let resolve: (value: unknown) => void = () => {};
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
