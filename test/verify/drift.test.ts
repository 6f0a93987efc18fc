import { expect, test } from "vitest";
import { expectCombinationsFound, found, keyOf, shown } from "./drift.ts";
import { faults } from "./faults.ts";

test("the true service contradicts nothing", async () => {
  expect([...(await found([]))].filter((key) => key.startsWith("contradiction"))).toEqual([]);
});

test("there are enough faults to tell", () => {
  expect(faults.length).toBeGreaterThan(100);
  expect(new Set(faults.map(({ kind, place }) => `${kind} ${place}`)).size).toBe(5);
});

test.each(faults.map((fault) => [fault.name, fault] as const))("%s: found, and nothing else is", async (_, fault) => {
  expect(await shown([fault], [fault.operation])).toEqual([keyOf(fault)]);
});

test("several faults at once: each is found, and nothing else is", async () => {
  await expectCombinationsFound(25);
});

test("a relay type that the list lacks contradicts the contract, if there is a list", async () => {
  const key = "contradiction getWebhookRelay body  another type";
  expect(await found([], { values: { type: ["sms", "fax"] } })).toContain(key);
  const unreadable = {
    operation: "listWebhookRelayTypes",
    plant: (reply: { body: unknown }) => (reply.body = null),
  } as const;
  expect(await found([unreadable], { values: { type: ["fax"] } })).not.toContain(key);
});

test("a failure is a new fact, and so is its body", async () => {
  const fails = { operation: "listTokens", plant: (reply: { status: number }) => (reply.status = 500) } as const;
  expect([...(await found([fails]))]).toEqual(
    expect.arrayContaining(["new listTokens status  500", "new listTokens body  object"]),
  );
});
