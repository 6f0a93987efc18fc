import { isDeepStrictEqual } from "node:util";
import { type Contract, pathOperations } from "../../contract.ts";
import type { Accumulator } from "../accumulate/accumulator.ts";
import { type Template, templatesOf } from "../templates.ts";
import { type WithheldNames, withholdNames } from "../withhold.ts";
import { addedPathOf, type Fact, leaveOut } from "./fact.ts";
import { type NamedOperations, nameOperations } from "./new-operations.ts";
import { operationFactsOf } from "./operation.ts";

export interface LearnedFacts extends NamedOperations {
  /** Names that may be about people, and aren't written anywhere. */
  withheldNames: WithheldNames[];
}

/** Returns the facts that the traffic shows and the contract doesn't contain. Those about known operations are last. */
export function learnFacts(
  contract: Contract,
  accumulator: Accumulator,
  rejectedIds: ReadonlySet<string> = new Set(),
): LearnedFacts {
  const { templates, withheldNames } = templatesOf(accumulator);
  withheldNames.push(...withholdNames(templates, accumulator.vocabulary));
  const operationsByKey = new Map(
    pathOperations(contract).map((operation) => [`${operation.method} ${operation.path}`, operation]),
  );
  const operationOf = ({ method, path }: Template) => operationsByKey.get(`${method} ${path}`);
  const knownFacts = templates.flatMap((template) => {
    const knownOperation = operationOf(template);
    if (!knownOperation) return [];
    const { keys: path, operation } = knownOperation;
    return operationFactsOf(contract, { path, operation }, template);
  });
  const newTemplates = templates.filter((template) => !operationOf(template) && template.endpoint.hasSucceeded);
  const operations = nameOperations(contract, newTemplates, rejectedIds);
  return {
    ...operations,
    facts: leaveOut(removeDuplicates([...operations.facts, ...knownFacts]), ({ id }) => rejectedIds.has(id)),
    withheldNames: withheldNames.sort((a, b) => (a.place < b.place ? -1 : 1)),
  };
}

/** Leaves out repeated facts, and gives different facts with the same id different ids. */
function removeDuplicates(facts: Fact[]): Fact[] {
  const byId = new Map<string, Fact>();
  const placesOf = (fact: Fact | undefined) => fact?.changes.map(addedPathOf);
  for (const fact of facts) {
    let id = fact.id;
    for (let number = 2; byId.has(id) && !isDeepStrictEqual(placesOf(byId.get(id)), placesOf(fact)); number++) {
      id = `${fact.id}-${number}`;
    }
    if (!byId.has(id)) byId.set(id, { ...fact, id });
  }
  return [...byId.values()];
}
