import { type Fact, leaveOut, selectWithParts } from "./facts/fact.ts";

const isRejected = ({ decision }: Fact) => decision === "rejected";

/**
 * Selects accepted names, names with the same words, and facts of known operations, without the rejected ones. With
 * `includeClosest`, it also selects undecided names that are only the closest.
 */
export function selectDecided(facts: readonly Fact[], includeClosest: boolean): Fact[] {
  const isUndecided = ({ match, decision }: Fact) => match?.by === "closest" && !decision && !includeClosest;
  return leaveOut(facts, (fact) => isRejected(fact) || isUndecided(fact));
}

/**
 * Selects the facts with these ids and, for an operation, the facts about it that aren't rejected.
 * @throws an error for an id that no fact has.
 */
export function selectFacts(facts: readonly Fact[], ids: readonly string[]): Fact[] {
  const missingId = ids.find((id) => !facts.some((fact) => fact.id === id));
  if (missingId) throw new Error(`No fact has the id ${missingId}.`);
  const isSelected = ({ id }: Fact) => ids.includes(id);
  const openFacts = leaveOut(facts, isRejected);
  return selectWithParts(facts, isSelected).filter((fact) => isSelected(fact) || openFacts.includes(fact));
}
