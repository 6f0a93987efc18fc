import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contractFile, parseContract, readContract } from "../../scripts/contract/document.ts";
import { editYaml } from "../../scripts/contract/edit.ts";
import { applyDecisions } from "../../scripts/learn/apply/apply.ts";
import { parseLearned, renderLearned } from "../../scripts/learn/learned-file.ts";
import { findErrors } from "../../scripts/lint/redocly.ts";
import { indexedOperations } from "../../src/openapi/operation-index.ts";
import { unknowns } from "../../src/openapi/unknowns.ts";
import { createRandom } from "../random.ts";
import { isFull } from "../runs.ts";
import {
  acceptAll,
  decideRehearsal,
  learnFrom,
  rehearsalEntries,
  rehearsalNameOf,
} from "./helpers.ts";

// A maintainer learns all 97 operations of a made-up service, of which the contract documents five.

const entries = rehearsalEntries();
const contract = readContract();
const { operations } = learnFrom(entries, contract);

const decided = decideRehearsal(operations);
const { contract: applied, waiting } = applyDecisions(contract, decided);
const appliedText = editYaml(readFileSync(contractFile, "utf8"), applied as never);

test("each of the 97 operations can get its name, which is among three candidates for nine of ten", () => {
  const counts: Record<string, number> = {};
  for (const { knowledge } of indexedOperations(applied))
    counts[knowledge] = (counts[knowledge] ?? 0) + 1;
  expect(counts).toEqual({ documented: 5, observed: 92 });
  const wrong = indexedOperations(applied).filter(
    ({ operation, name }) => operation && rehearsalNameOf(operation) !== name,
  );
  expect(wrong).toEqual([]);
  expect(unknowns(applied).filter(({ id }) => id.startsWith("other-operation-"))).toEqual([]);
  const undecided = operations.filter(({ name }) => name === "ask");
  const among = undecided.filter((operation) =>
    operation.candidates?.includes(rehearsalNameOf(operation)),
  );
  expect(undecided).toHaveLength(92);
  expect(among.length / undecided.length).toBeGreaterThan(0.9);
});

test("no name is chosen, and nothing is accepted, before the maintainer decides", () => {
  expect(applyDecisions(contract, operations).contract).toEqual(contract);
});

test("what was decided lints clean, and a second run proposes nothing", async () => {
  expect(waiting).toEqual([]);
  expect(await findErrors(applied, contractFile)).toEqual([]);
  expect(learnFrom(entries, parseContract(appliedText)).operations).toEqual([]);
});

test("the document has all that is applied, and applying it to the result changes nothing", () => {
  const read = parseLearned(renderLearned(decided), "learned.yaml");
  expect(applyDecisions(contract, read).contract).toEqual(applied);
  expect(applyDecisions(parseContract(appliedText), read).contract).toEqual(
    parseContract(appliedText),
  );
});

test("the order of the exchanges changes nothing but the order of fields", () => {
  const inOrder = (learned: typeof operations) =>
    learned.map((operation) => ({
      ...operation,
      facts: operation.facts.toSorted((a, b) => (a.fact < b.fact ? -1 : 1)),
    }));
  const random = createRandom(5);
  for (let round = 0; round < (isFull ? 100 : 1); round++) {
    const keyed = entries.map((entry) => ({ entry, key: random() }));
    const shuffled = keyed
      .toSorted((first, second) => first.key - second.key)
      .map(({ entry }) => entry);
    expect(inOrder(learnFrom(shuffled, contract).operations)).toEqual(inOrder(operations));
  }
});

test("learning A and then B gives the same operations, fields, types and statuses as learning both", () => {
  const halves = [0, 1].map((half) =>
    entries.filter((_, index) => (index < entries.length / 2 ? 0 : 1) === half),
  );
  const names = Object.fromEntries(
    decided.map(({ method, path, name }) => [`${method} ${path}`, name]),
  );
  const stepwise = halves.reduce((before, half) => {
    const learned = learnFrom(half, before).operations;
    return applyDecisions(before, acceptAll(learned, names)).contract;
  }, contract);
  expect(plainFactsOf(stepwise)).toEqual(plainFactsOf(applied));
});

/** Returns a contract without counts, synthetic examples and the order of lists. */
function plainFactsOf(node: unknown): unknown {
  if (Array.isArray(node)) {
    return node.map(plainFactsOf).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (typeof node !== "object" || node === null) return node;
  const compared = Object.entries(node).filter(
    ([key]) => !/^(x-observed|examples|required)$/.test(key),
  );
  return Object.fromEntries(compared.map(([key, value]) => [key, plainFactsOf(value)]));
}
