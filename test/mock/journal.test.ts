import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Attempt, type Coverage, type Mock, startMock } from "../../src/mock/index.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.close());

const ask = (path: string, run: string, prefer = "") =>
  fetch(`${mock.url}${path}`, { headers: { "mock-run": run, prefer } });
const control = (path: string) => fetch(`${mock.url}/__mock/${path}`);
const journal = async (run: string): Promise<Attempt[]> => (await control(`journal?run=${run}`)).json();
const coverage = async (run: string): Promise<Coverage> => (await control(`coverage?run=${run}`)).json();

describe("the journal", () => {
  test("tells what was asked and what was answered", async () => {
    await ask("/api/v2/webhookRelay/sms?token=t&color=red", "told", "example=empty, delay=1");
    expect(await journal("told")).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        run: "told",
        method: "GET",
        path: "/api/v2/webhookRelay/sms",
        operation: "getWebhookRelay",
        parameters: ["token", "type"],
        undeclared: ["color"],
        preferences: { example: "empty", delay: 1 },
        source: "contract",
        status: 200,
        answer: "200",
        example: "empty",
      },
    ]);
  });

  test("tells why a request was refused", async () => {
    await ask("/api/v2/tokens", "refused");
    expect(await journal("refused")).toMatchObject([{ status: 401, source: "mock", refusal: /token is missing/ }]);
  });

  test("of a run holds the requests of that run alone", async () => {
    await Promise.all(["x", "y"].flatMap((run) => [1, 2, 3].map(() => ask("/api/v2/tokens?token=t", run))));
    expect((await journal("x")).map(({ run }) => run)).toEqual(["x", "x", "x"]);
  });

  test("without a run holds all", async () => {
    await ask("/api/v2/tokens?token=t", "one-of-all");
    const all: Attempt[] = await (await control("journal")).json();
    expect(all.some(({ run }) => run === "one-of-all")).toBe(true);
  });
});

describe("coverage", () => {
  test("counts operations, parameters, examples and answers of a run", async () => {
    await ask("/api/v2/tokens?token=t", "counted", "example=empty");
    await ask("/api/v2/tokens?token=t", "counted", "code=500");
    const { operations, untouched } = await coverage("counted");
    expect(operations["listTokens"]).toEqual({
      calls: 2,
      parameters: { token: 2 },
      examples: { "every-field": 0, empty: 1, "other-type": 0 },
      answers: { "2XX": 1, default: 1 },
    });
    expect(untouched).toEqual(["listJunkInbox", "listWebhookRelayTypes", "getWebhookRelay", "deleteSipRegistration"]);
  });

  test("does not count a refused request", async () => {
    await ask("/api/v2/tokens", "uncounted");
    expect((await coverage("uncounted")).untouched).toContain("listTokens");
  });

  test("of all runs outlives the reset of one", async () => {
    await ask("/api/v2/tokens?token=t", "forgotten");
    await fetch(`${mock.url}/__mock/journal?run=forgotten`, { method: "DELETE" });
    expect(await journal("forgotten")).toEqual([]);
    expect((await (await control("coverage")).json()).operations.listTokens.calls).toBeGreaterThan(0);
  });
});

describe("a token", () => {
  const token = "tok en/+é%secret";
  const once = encodeURIComponent(token);
  const forms = [token, once, once.toLowerCase(), encodeURIComponent(once), token.replaceAll(" ", "+"), "secret"];

  test("is in no journal and no coverage, wherever a request has put it", async () => {
    // The first comes before the mock knows that it is a token.
    await ask(`/api/v2/${once}`, "leak");
    await ask(`/api/v2/tokens?token=${once}`, "leak");
    await ask(`/api/v2/webhookRelay/${once}?token=${once}`, "leak");
    await ask(`/api/v2/webhookRelay/${encodeURIComponent(once)}?token=${once}`, "leak");
    await ask(`/api/v2/tokens?token=${once}&${once}=1&tokn=${once}`, "leak");
    await ask(`/api/v2/tokens?token=${once}`, once, `example="${once}"`);
    const kept = (await (await control("journal")).text()) + (await (await control("coverage")).text());
    expect(kept).toContain("[redacted]");
    for (const form of forms) expect(kept).not.toContain(form);
  });

  test("is in no refusal", async () => {
    for (const path of [`/api/v2/${once}?token=${once}`, `/api/v2/tokens?token=${once}&token=${once}`]) {
      const text = await (await ask(path, "refused-leak")).text();
      for (const form of forms) expect(text).not.toContain(form);
    }
  });
});
