import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { clientWith, failureOf, json, sequence, serve, text, useFakeTimers } from "./server.ts";

const list = fixtures.listTokens["empty"];
const fine = json(list);
const silent = () => {};
const never = () => new Promise<never>(() => {});

test("timeoutMs limits each attempt, not the call", async () => {
  useFakeTimers();
  const responses = [never(), never(), Promise.resolve(Response.json(list))];
  const phone = clientWith(() => responses.shift() ?? never(), {
    timeoutMs: 500,
    retry: { baseDelayMs: 0 },
  });
  const call = phone.listTokens();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await call).toEqual(list);
});

test("deadlineMs limits the whole call, attempts and waits together", async () => {
  useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const phone = clientWith(never, {
    timeoutMs: 60,
    deadlineMs: 190,
    retry: { attempts: 100, baseDelayMs: 20, maxDelayMs: 20 },
  });
  const call = failureOf(phone.listTokens());
  await vi.advanceTimersByTimeAsync(190);
  // 60 + 10 + 60 + 10 + 50.
  const error = await call;
  expect(error).toMatchObject({ kind: "timeout", attempts: 3, delaysMs: [10, 10] });
  expect(error.message).toContain("Timed out after 190 ms (deadlineMs).");
});

test.each([
  ["before the call", 0],
  ["before the response", 1],
])("an abort %s ends the call, and the error has its reason", async (_, attempts) => {
  const reason = new Error("enough");
  const controller = new AbortController();
  await using service = await serve(() => controller.abort(reason));
  if (attempts === 0) controller.abort(reason);
  const error = await failureOf(service.phone.listTokens({ signal: controller.signal }));
  expect(error).toMatchObject({
    kind: "aborted",
    attempts,
    message: "listTokens: Aborted by the caller's signal.",
  });
  expect(error.cause).toBe(reason);
  expect(service.requests.length).toBe(attempts);
});

test("an abort during the body ends the call and closes the connection", async () => {
  const controller = new AbortController();
  const closing = withResolvers();
  await using service = await serve((response) => {
    response.writeHead(200).write("{");
    response.on("close", () => closing.resolve("closed"));
    setTimeout(() => controller.abort(), 30);
  });
  expect((await failureOf(service.phone.listTokens({ signal: controller.signal }))).kind).toBe(
    "aborted",
  );
  expect(await closing.promise).toBe("closed");
});

test.each([
  ["arrives after the timeout", 60],
  ["stalls", 0],
])("a body that %s is canceled, even if fetch ignores the signal", async (_, delay) => {
  const released = withResolvers();
  const body = new ReadableStream({ cancel: () => released.resolve("released") });
  const fetch = () =>
    new Promise<Response>((resolve) => setTimeout(resolve, delay, new Response(body)));
  const phone = clientWith(fetch, { timeoutMs: 30 });
  expect((await failureOf(phone.listTokens())).kind).toBe("timeout");
  expect(await released.promise).toBe("released");
});

test("no listener or timer remains, however a call ends", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const { signal } = new AbortController();
  await using service = await serve(sequence(fine, text("", 404), text("", 503), fine, silent));
  const timersBefore = timers();
  await service.phone.listTokens({ signal });
  await failureOf(service.phone.listTokens({ signal }));
  await service.phone.listTokens({ signal });
  await failureOf(service.phone.deleteSipRegistration({ signal, timeoutMs: 50 }));
  expect(service.requests.length).toBe(5);
  expect(getEventListeners(signal, "abort").length).toBe(0);
  expect(timers() - timersBefore).toBeLessThanOrEqual(0);
});

test("an abort ends every call on a shared signal, and Node warns of no leak", async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error) => warnings.push(warning);
  process.on("warning", listen);
  const controller = new AbortController();
  await using service = await serve(silent);
  const calls = Array.from({ length: 30 }, () =>
    failureOf(service.phone.listTokens({ signal: controller.signal })),
  );
  // The end of one call leaves the others their listener.
  await failureOf(service.phone.deleteSipRegistration({ signal: controller.signal, timeoutMs: 1 }));
  expect(getEventListeners(controller.signal, "abort").length).toBe(1);
  controller.abort("enough");
  expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(
    Array.from({ length: 30 }, () => "aborted"),
  );
  expect(getEventListeners(controller.signal, "abort").length).toBe(0);
  await new Promise(setImmediate);
  process.off("warning", listen);
  expect(warnings).toEqual([]);
});

function withResolvers() {
  let resolve: (value: unknown) => void = () => {};
  const promise = new Promise((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}

test("an abort while the body of a failure arrives is the failure of the call", async () => {
  const controller = new AbortController();
  const body = new ReadableStream({ pull: () => controller.abort("enough") }, { highWaterMark: 0 });
  const phone = clientWith(async () => new Response(body, { status: 404 }));
  const error = await failureOf(phone.listTokens({ signal: controller.signal }));
  expect(error).toMatchObject({ kind: "aborted", cause: "enough" });
});
