import { expect, test, vi } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import { delayAfter, retryAfter } from "../../src/transport/retry.ts";
import { failureOf, inTurn, json, misbehaving, text, token } from "../client/server.ts";

const fine = json(fixtures.listTokens["empty"]);
const policy = { attempts: 10, baseDelayMs: 500, maxDelayMs: 8_000, maxRetryAfterMs: 60_000 };
const network = { kind: "network", reason: "" } as const;

test.each([408, 429, 500, 502, 503, 504])("a repeatable operation is sent again after %d", async (status) => {
  await using service = await misbehaving(inTurn(text("", status), fine));
  expect(await service.phone.listTokens()).toEqual(fixtures.listTokens["empty"]);
  expect(service.received.length).toBe(2);
});

test.each([301, 400, 401, 403, 404, 409, 422, 501, 505])("%d ends a call at once", async (status) => {
  await using service = await misbehaving(inTurn(text("", status), fine));
  expect(await failureOf(service.phone.listTokens())).toMatchObject({ kind: "http", status, attempts: 1 });
  expect(service.received.length).toBe(1);
});

test("a repeatable operation is sent again after a reset and after a timeout", async () => {
  const reset = inTurn(
    (response) => response.socket?.resetAndDestroy(),
    () => {},
    fine,
  );
  await using service = await misbehaving(reset, { timeoutMs: 100 });
  expect(await service.phone.listTokens()).toEqual(fixtures.listTokens["empty"]);
  expect(service.received.length).toBe(3);
});

test.each([
  ["a failure status", text("", 503)],
  ["a reset", (response: { socket: { resetAndDestroy(): void } | null }) => response.socket?.resetAndDestroy()],
])("the removal is never sent again after %s", async (_, answer) => {
  await using service = await misbehaving(answer as never);
  expect((await failureOf(service.phone.deleteSipRegistration())).attempts).toBe(1);
  expect(service.received.length).toBe(1);
});

test("retry: false sends once", async () => {
  await using service = await misbehaving(text("", 503), { retry: false });
  expect(await failureOf(service.phone.listTokens())).toMatchObject({ status: 503, attempts: 1 });
  expect(service.received.length).toBe(1);
});

test("an error tells its attempts and the delays between them", async () => {
  await using service = await misbehaving(text("", 503), { retry: { attempts: 4, baseDelayMs: 10 } });
  const error = await failureOf(service.phone.listTokens());
  expect([error.attempts, error.delaysMs.length, service.received.length]).toEqual([4, 3, 4]);
  expect(error.delaysMs.every((delay, at) => delay >= 0 && delay <= 10 * 2 ** at)).toBe(true);
  expect(error.message).toContain("after 4 attempts");
});

test("undefined as an option of retry leaves its default", async () => {
  await using service = await misbehaving(text("", 503), { retry: { attempts: undefined, baseDelayMs: 1 } });
  expect((await failureOf(service.phone.listTokens())).attempts).toBe(3);
});

test("a Retry-After in seconds is waited for", async () => {
  await using service = await misbehaving(inTurn(text("", 429, { "retry-after": "1" }), fine));
  const start = performance.now();
  await service.phone.listTokens();
  expect(performance.now() - start).toBeGreaterThan(990);
});

test("a Retry-After above its cap ends the retries, and the error tells it", async () => {
  await using service = await misbehaving(text("", 503, { "retry-after": "61" }));
  expect(await failureOf(service.phone.listTokens())).toMatchObject({ status: 503, attempts: 1, retryAfterMs: 61_000 });
});

test("a wait that would outlast the deadline is not begun", async () => {
  await using service = await misbehaving(text("", 503, { "retry-after": "5" }), { deadlineMs: 2_000 });
  const start = performance.now();
  expect(await failureOf(service.phone.listTokens())).toMatchObject({ kind: "http", status: 503, attempts: 1 });
  expect(performance.now() - start).toBeLessThan(1_500);
});

test("an abort ends the wait at once, with its reason", async () => {
  const controller = new AbortController();
  await using service = await misbehaving(text("", 503, { "retry-after": "30" }), {
    onRetry: () => controller.abort("enough"),
  });
  const error = await failureOf(service.phone.listTokens({ signal: controller.signal }));
  expect(error).toMatchObject({ kind: "aborted", cause: "enough", attempts: 1 });
});

test("the connection of an abandoned answer is used again", async () => {
  await using service = await misbehaving(inTurn(text("x".repeat(100_000), 503), fine));
  let connections = 0;
  service.server.on("connection", () => connections++);
  await service.phone.listTokens();
  expect([service.received.length, connections]).toEqual([2, 1]);
});

test("backoff doubles up to its cap, with full jitter", () => {
  const random = vi.spyOn(Math, "random");
  random.mockReturnValue(1);
  expect([1, 2, 3, 4, 5, 6].map((attempt) => delayAfter(network, attempt, policy))).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 8_000,
  ]);
  random.mockReturnValue(0);
  expect(delayAfter(network, 3, policy)).toBe(0);
  random.mockRestore();
});

test.each([
  ["seconds", "120", 120_000],
  ["zero", "0", 0],
  ["nothing", undefined, undefined],
  ["a negative number", "-1", undefined],
  ["a fraction", "1.5", undefined],
  ["an exponent", "1e3", undefined],
  ["words", "soon", undefined],
  ["a date without a zone", "2030-01-01", undefined],
  ["a date gone by", "Wed, 21 Oct 2015 07:28:00 GMT", undefined],
])("a Retry-After with %s is read", (_, value, want) => {
  expect(retryAfter(new Headers(value === undefined ? {} : { "retry-after": value }))).toBe(want);
});

const then = new Date(Date.now() + 3_600_000);
const weekday = then.toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
const [, day = "", date = "", month = "", year = "", time = ""] =
  /(\w+), (\d+) (\w+) (\d+) ([\d:]+)/.exec(then.toUTCString()) ?? [];

test.each([
  ["as it is preferred", then.toUTCString()],
  ["of RFC 850", `${weekday}, ${date}-${month}-${year.slice(2)} ${time} GMT`],
  ["of asctime", `${day} ${month} ${date} ${time} ${year}`],
])("a Retry-After with a date %s is read as the time until then", (_, date) => {
  const ms = retryAfter(new Headers({ "retry-after": date })) ?? 0;
  expect(ms).toBeGreaterThan(3_500_000);
  expect(ms).toBeLessThanOrEqual(3_600_000);
});

test("no attempt begins after the deadline, however late the wait ends", async () => {
  let sent = 0;
  const options = {
    fetch: async () => {
      sent++;
      return new Response("", { status: 503 });
    },
    onRetry() {
      const until = Date.now() + 600;
      while (Date.now() < until);
    },
  };
  const phone = createPhoneAgentClient({
    baseUrl: "https://example.com",
    token,
    retry: { baseDelayMs: 0 },
    ...options,
  });
  const error = await failureOf(phone.listTokens({ deadlineMs: 500 }));
  expect(error).toMatchObject({ kind: "http", status: 503, attempts: 1 });
  expect(sent).toBe(1);
});
