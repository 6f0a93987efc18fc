import { expect, test } from "vitest";
import type { Fact } from "../../scripts/learn/fact/fact.ts";
import { findRefused } from "../../scripts/learn/fact/refused.ts";

const facts: Fact[] = Array.from({ length: 100 }, (_, index) => ({
  id: `fact-${index}`,
  evidence: "",
  changes: [{ path: ["paths"], update: { [`/path-${index}`]: { get: { operationId: `get${index}`, tags: [] } } } }],
}));
const part: Fact = { id: "part", evidence: "", changes: [{ path: ["paths", "/path-70", "get"], update: { a: 1 } }] };

/** Returns what is refused if the contract can't take some facts, and the number of checks. */
async function refuse(ids: readonly string[]) {
  let checks = 0;
  const reasons = await findRefused([...facts, part], async (someFacts) => {
    checks++;
    const isMissing = someFacts.includes(part) && !someFacts.some(({ id }) => id === "fact-70");
    const id = isMissing ? "the fact that has the part" : someFacts.find((fact) => ids.includes(fact.id))?.id;
    return id && `No ${id}.`;
  });
  return { reasons: [...reasons].map(([{ id }, reason]) => [id, reason]), checks };
}

test("facts without a reason against them are checked once, all together", async () => {
  expect(await refuse([])).toEqual({ reasons: [], checks: 1 });
});

test("the facts that a check refuses are found, each with its reason, and parts of a refused fact are left out", async () => {
  const { reasons, checks } = await refuse(["fact-0", "fact-70", "fact-99"]);
  expect(reasons).toEqual(["fact-0", "fact-70", "fact-99"].map((id) => [id, `No ${id}.`]));
  expect(checks).toBeLessThan(3 * 15);
});
