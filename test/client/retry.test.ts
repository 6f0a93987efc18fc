import { expect, test, vi } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { readRetryAfter } from "../../src/client/response.ts";
import { clientWith, failureOf, serve, text, useFakeTimers } from "./server.ts";

const list = fixtures.listTokens["empty"];

test.each([
  ...[408, 429, 500, 502, 503, 504].map((status) => [status, 2]),
  ...[301, 400, 401, 403, 404, 409, 422, 501, 505].map((status) => [status, 1]),
])(
  "after %d, an operation that is safe to retry has its last of %d attempts",
  async (status, attempts) => {
    await using service = await serve(text("", status), { retry: { attempts: 2, baseDelayMs: 1 } });
    const error = { kind: "http", status, attempts };
    expect(await failureOf(service.phone.listTokens())).toMatchObject(error);
    expect(service.requests.length).toBe(attempts);
  },
);

test.each(["CERT_HAS_EXPIRED", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"])(
  "a certificate's %s isn't tried again",
  async (code) => {
    const fetch = () => Promise.reject(Object.assign(new Error("no"), { code }));
    const error = await failureOf(clientWith(fetch, { retry: { baseDelayMs: 0 } }).listTokens());
    expect(error).toMatchObject({ kind: "network", code, attempts: 1 });
  },
);

test("the next attempt waits for the Retry-After", async () => {
  useFakeTimers();
  const start = Date.now();
  const requested: number[] = [];
  const fetch = async () => {
    const status = requested.push(Date.now() - start) === 1 ? 429 : 200;
    return Response.json(list, { status, headers: { "retry-after": "1" } });
  };
  let call: unknown;
  const { delayMs } = await new Promise<{ delayMs: number }>((onRetry) => {
    call = clientWith(fetch, { retry: {}, onRetry }).listTokens();
  });
  expect(delayMs).toBe(1_000);
  await vi.advanceTimersByTimeAsync(999);
  expect(requested).toEqual([0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await call).toEqual(list);
  expect(requested).toEqual([0, 1_000]);
});

test("a wait that would outlast the deadline isn't begun", async () => {
  const waits: unknown[] = [];
  await using service = await serve(text("", 503, { "retry-after": "30" }), {
    deadlineMs: 20_000,
    onRetry: (event) => waits.push(event),
  });
  const error = await failureOf(service.phone.listTokens());
  expect(error).toMatchObject({ kind: "http", status: 503, attempts: 1, delaysMs: [] });
  expect(waits).toEqual([]);
});

test("no attempt begins after the deadline, however late the wait ends", async () => {
  useFakeTimers("performance");
  let fetchCount = 0;
  const fetch = async () => {
    fetchCount++;
    return new Response("", { status: 503 });
  };
  const onRetry = () => vi.advanceTimersByTime(600);
  const error = await failureOf(
    clientWith(fetch, { retry: { baseDelayMs: 0 }, onRetry }).listTokens({ deadlineMs: 500 }),
  );
  expect(error).toMatchObject({ kind: "http", status: 503, attempts: 1 });
  expect(fetchCount).toBe(1);
});

test("an abort ends the wait at once, with its reason", async () => {
  const controller = new AbortController();
  await using service = await serve(text("", 503, { "retry-after": "30" }), {
    onRetry: () => controller.abort("enough"),
  });
  const error = await failureOf(service.phone.listTokens({ signal: controller.signal }));
  expect(error).toMatchObject({ kind: "aborted", cause: "enough", attempts: 1 });
});

test("by default, waits grow from 500 to 8,000 ms, and a Retry-After of a minute is the longest", async () => {
  useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(1);
  const failing = clientWith(async () => new Response("", { status: 503 }), {
    retry: { attempts: 7 },
  });
  const failure = failureOf(failing.listTokens());
  await vi.runAllTimersAsync();
  expect((await failure).delaysMs).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  const busy = (seconds: string) => async () =>
    new Response("", { status: 429, headers: { "retry-after": seconds } });
  const failures = ["60", "61"].map((seconds) =>
    failureOf(clientWith(busy(seconds), { retry: {} }).listTokens()),
  );
  await vi.runAllTimersAsync();
  expect(await Promise.all(failures)).toMatchObject([
    { delaysMs: [60_000, 60_000], retryAfterMs: 60_000 },
    { delaysMs: [], retryAfterMs: 61_000 },
  ]);
});

// A Wednesday.
const now = Date.UTC(2026, 0, 7, 12, 0, 0);
test.each([
  ["seconds", "120", 120_000],
  ["zero", "0", 0],
  ["nothing", undefined, undefined],
  ["a fraction", "1.5", undefined],
  ["a past date", "Wed, 21 Oct 2015 07:28:00 GMT", undefined],
  ["a date", "Wed, 07 Jan 2026 13:00:00 GMT", 3_600_000],
  ["a date without a zone", "2030-01-01", undefined],
])("a Retry-After with %s is read", (_, value, ms) => {
  useFakeTimers("Date");
  vi.setSystemTime(now);
  expect(readRetryAfter(new Headers(value === undefined ? {} : { "retry-after": value }))).toBe(ms);
});
