import { expect, test } from "vitest";
import { expectCombinationsFound, findingsOf, keyOf, newFindingsOf } from "./drift.ts";
import { faults } from "./faults.ts";

test("a service without faults contradicts nothing", async () => {
  expect([...(await findingsOf([]))].filter((key) => key.startsWith("contradiction"))).toEqual([]);
});

test("the planted faults are more than 100, in four kinds and places", () => {
  expect(faults.length).toBeGreaterThan(100);
  expect(new Set(faults.map(({ kind, place }) => `${kind} ${place}`)).size).toBe(4);
});

test.each(faults.map((fault) => [fault.name, fault] as const))(
  "verify reports exactly the fault: %s",
  async (_, fault) => {
    expect(await newFindingsOf([fault], [fault.operation])).toEqual([keyOf(fault)]);
  },
);

test("verify reports exactly the planted faults in combinations", async () => {
  await expectCombinationsFound(25);
});

test("a relay type that isn't in the list contradicts the contract, if there is a list", async () => {
  const key = "contradiction getWebhookRelay body  another type";
  expect(await findingsOf([], { values: { type: ["sms", "fax"] } })).toContain(key);
  const unreadable = {
    operation: "listWebhookRelayTypes",
    plant: (reply: { body: unknown }) => (reply.body = null),
  } as const;
  expect(await findingsOf([unreadable], { values: { type: ["fax"] } })).not.toContain(key);
});

test("a failure and its body are new facts", async () => {
  const fails = { operation: "listTokens", plant: (reply: { status: number }) => (reply.status = 500) } as const;
  expect([...(await findingsOf([fails]))]).toEqual(
    expect.arrayContaining(["new listTokens status  500", "new listTokens body  object"]),
  );
});
