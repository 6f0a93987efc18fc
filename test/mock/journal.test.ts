import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { operations as documented } from "../../generated/operations.ts";
import { loadContract, ownContract } from "../../src/mock/contract.ts";
import { type Attempt, type Coverage, type Mock, startMock } from "../../src/mock/index.ts";
import { createTestServer, type TestServer } from "../../src/testing/index.ts";
import { journal as createJournal } from "../../src/testing/journal.ts";
import { faults } from "../../src/testing/prefer.ts";
import { secrets } from "../../src/testing/secrets.ts";
import { raw, request } from "./helpers.ts";

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
        delivered: true,
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

  test("of a run whose name is no ASCII is found, as curl sends it and as fetch does", async () => {
    const line = Buffer.from("Mock-Run: größe\r\n").toString("latin1");
    const answer = await raw(mock.port, Buffer.from(request("GET /api/v2/tokens?token=t", line), "latin1"));
    expect(answer).toMatch(/^mock-run: größe\r$/im);
    const { headers } = await ask("/api/v2/tokens?token=t", "größe");
    expect(headers.get("mock-run")).toBe("größe");
    expect((await journal("größe")).map(({ run }) => run)).toEqual(["größe", "größe"]);
  });

  test("is not forgotten over a slip in the query", async () => {
    await ask("/api/v2/tokens?token=t", "kept");
    const response = await fetch(`${mock.url}/__mock/journal?rnu=kept`, { method: "DELETE" });
    expect([response.status, (await response.json()).detail]).toEqual([400, expect.stringContaining("run")]);
    expect(await journal("kept")).toHaveLength(1);
  });

  test("without a run holds all", async () => {
    await ask("/api/v2/tokens?token=t", "one-of-all");
    const all: Attempt[] = await (await control("journal")).json();
    expect(all.some(({ run }) => run === "one-of-all")).toBe(true);
  });
});

const calledOnly = {
  calls: 1,
  parameters: { token: 1 },
  examples: { "every-field": 0, empty: 0, "other-type": 0 },
  answers: { "2XX": 0, default: 0 },
};

/** Asks the mock and the twin, and goes without an answer as soon as both have the request. */
async function leaveOnceHeard(run: string, prefer: string, twin: TestServer): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const asked = Promise.allSettled([
    fetch(`${mock.url}/api/v2/tokens?token=t`, { signal, headers: { "mock-run": run, prefer } }),
    twin.fetch("http://phone-agent.test/api/v2/tokens?token=t", { signal }),
  ]);
  await vi.waitUntil(async () => (await journal(run)).length > 0 && twin.calls().length > 0, { timeout: 10_000 });
  controller.abort();
  await asked;
}

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
    expect(untouched).toEqual(Object.keys(documented).filter((id) => id !== "listTokens"));
  });

  test("does not count a refused request", async () => {
    await ask("/api/v2/tokens", "uncounted");
    expect((await coverage("uncounted")).untouched).toContain("listTokens");
  });

  test.each(faults)("counts no example and no answer that nobody got, as after %s", async (fault) => {
    const twin = createTestServer();
    twin.on.listTokens.fail(fault);
    await leaveOnceHeard(fault, `fault=${fault}`, twin);
    for (const { operations } of [await coverage(fault), twin.coverage()]) {
      expect(operations["listTokens"]).toMatchObject(calledOnly);
    }
    expect([...(await journal(fault)), ...twin.calls()].map(({ delivered }) => delivered)).toEqual([false, false]);
  });

  test("counts no example and no answer of a client that has left before them", async () => {
    const twin = createTestServer();
    twin.on.listTokens.delay(60_000);
    await leaveOnceHeard("left", "delay=60000", twin);
    for (const { operations } of [await coverage("left"), twin.coverage()]) {
      expect(operations["listTokens"]).toMatchObject(calledOnly);
    }
  });

  test("of a run outlives the requests of others, and goes with its reset", async () => {
    await ask("/api/v2/tokens?token=t", "long");
    const [attempt] = await journal("long");
    const { record, coverage, reset } = createJournal();
    const told = { attempt: attempt as Attempt, place: { template: "", values: {} } };
    record("long", told);
    for (let others = 0; others < 20_000; others++) record("other", told);
    const { operations } = await loadContract(ownContract(), { examples: undefined, names: {} });
    const calls = (run?: string) => coverage(operations, run).operations["listTokens"]?.calls;
    expect([calls("long"), calls("other"), calls()]).toEqual([1, 20_000, 20_001]);
    reset("long");
    expect([calls("long"), calls()]).toEqual([0, 20_001]);
  });

  test("of all runs outlives the reset of one", async () => {
    await ask("/api/v2/tokens?token=t", "forgotten");
    await fetch(`${mock.url}/__mock/journal?run=forgotten`, { method: "DELETE" });
    expect(await journal("forgotten")).toEqual([]);
    expect((await (await control("coverage")).json()).operations.listTokens.calls).toBeGreaterThan(0);
  });
});

function inProcess() {
  const twin = createTestServer();
  const asked = (path: string) => twin.fetch(`http://phone-agent.test/api/v2/${path}`);
  return { twin, asked, told: () => JSON.stringify([twin.calls(), twin.coverage()]) };
}

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

  test.each([
    ["behind an encoded question mark", (secret: string) => `/api/v2/tokens%3Ftoken=${secret}`],
    ["behind one that is encoded twice", (secret: string) => `/api/v2/tokens%253Ftoken%253D${secret}`],
    ["behind no question mark", (secret: string) => `/api/v2/tokens&token=${secret}`],
    ["with an encoded sign", (secret: string) => `/api/v2/tokens?token%3D${secret}`],
    [
      "encoded again and again",
      (secret: string) => `/api/v2/webhookRelay/%${"25".repeat(20)}73${secret.slice(1)}?token=${secret}`,
    ],
  ])("is in no journal %s", async (name, path) => {
    const secret = `s3cret-${name.length}`;
    await ask(path(secret), "misplaced");
    const kept = JSON.stringify(await journal("misplaced"));
    expect(kept).toContain("[redacted]");
    for (const form of [secret, secret.slice(1)]) expect(kept).not.toContain(form);
  });

  test("that was written down before it was known is hidden for good", async () => {
    const { asked, told } = inProcess();
    await asked("webhookRelay/early-s3cret?token=t");
    await asked("tokens?token=early-s3cret");
    for (let other = 0; other < 10_001; other++) await asked(`nothing?token=other-${other}`);
    for (let call = 0; call < 4000; call++) await asked("tokens?token=t");
    expect(told()).not.toContain("early-s3cret");
  });

  test("is remembered after many others", async () => {
    const { asked, told } = inProcess();
    await asked("tokens?token=SECRET-A");
    for (let other = 0; other < 9999; other++) await asked(`nothing?token=other-${other}`);
    await asked("webhookRelay/SECRET-A?token=other-1");
    expect(told()).not.toContain("SECRET-A");
  });

  test("that is used again is the last to be forgotten", () => {
    const { add, find } = secrets(2);
    for (const secret of ["first", "second", "first", "third"]) add(secret);
    expect([...find("first second third")]).toEqual(["first", "third"]);
  });

  test.each([
    ["S3CR3T/+é% tok", "S3CR3T/+%C3%A9%25%20tok"],
    ["S3CR3T+a b", "S3CR3T%2Ba+b"],
    ["S3CR3T a", "S3CR3T%2Ba"],
  ])("that is %s is found as %s, a plus being one or a space", (secret, text) => {
    const { add, find } = secrets();
    add(secret);
    expect([...find(`/a/${text}/b`)]).toContain(secret);
  });

  test("is found among ten thousand that begin like it", () => {
    const { add, find } = secrets();
    for (let index = 0; index < 10_000; index++) add(`test-${index}`);
    expect([...find("/a/test-4321/b")]).toEqual(["test-4", "test-43", "test-432", "test-4321"]);
    expect([...find("/a/tests/b")]).toEqual([]);
  });

  test("is not forgotten for what a request puts where no token belongs, and none of that is shown", async () => {
    const { asked, told } = inProcess();
    await asked("tokens?token=SECRET-A");
    const many = Array.from({ length: 2000 }, (_, index) => `token=zz${index}`);
    await asked(many.join("/"));
    await asked(`tokens?${many.join("&").replaceAll("=", "%3D")}`);
    await asked(`tokens?${many.join("&")}`);
    await asked("webhookRelay/SECRET-A?token=other");
    expect(told()).not.toMatch(/SECRET-A|zz\d/);
  });

  test.each([
    ["token", "tokens", "/api/v2/tokens"],
    ["tokens", "tokens", "/api/v2/tokens"],
    ["webhookRelay", "webhookRelay/sms", "/api/v2/webhookRelay/sms"],
    ["webhookRelay", "webhookRelay/webhookRelay", "/api/v2/webhookRelay/[redacted]"],
    ["example", "webhookRelay/example-type", "/api/v2/webhookRelay/[redacted]"],
    ["Relay/sms", "webhookRelay/sms", "/api/v2/webhookRelay/[redacted]"],
    ["tokenz", "tokenz", "/[redacted]"],
  ])("that is %s leaves of the path of %s what the contract has", async (token, path, shown) => {
    const { asked, twin } = inProcess();
    await asked(`${path}?token=t`);
    await asked(`${path}?token=${token}`);
    expect(twin.calls().map((call) => call.path)).toEqual([shown, shown]);
  });

  test("in the name of a run hides the name, and mixes it with no other", async () => {
    await ask("/api/v2/tokens?token=shared", "shared-1");
    await ask("/api/v2/tokens?token=shared", "shared-2");
    const response = await ask("/api/v2/tokens?token=shared", "shared-2");
    expect(response.headers.get("mock-run")).toBe("[redacted]");
    expect([(await journal("shared-1")).length, (await journal("shared-2")).length]).toEqual([1, 2]);
    expect((await journal("shared-1"))[0]?.run).toBe("[redacted]");
    expect((await coverage("shared-1")).operations["listTokens"]?.calls).toBe(1);
  });

  test("that is a word of the mock's own leaves the mock its words", async () => {
    await ask("/api/v2/tokens?token=contract", "words");
    await ask("/api/v2/tokens?token=listTokens", "words");
    expect(await journal("words")).toMatchObject(Array(2).fill({ operation: "listTokens", source: "contract" }));
  });

  test("is in no refusal", async () => {
    for (const path of [`/api/v2/${once}?token=${once}`, `/api/v2/tokens?token=${once}&token=${once}`]) {
      const text = await (await ask(path, "refused-leak")).text();
      for (const form of forms) expect(text).not.toContain(form);
    }
  });
});
