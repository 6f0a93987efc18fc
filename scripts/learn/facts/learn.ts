import { isDeepStrictEqual } from "node:util";
import { type Contract, createNaming, type IndexEntry, pathOperations } from "../../contract.ts";
import type { Accumulator } from "../accumulate/accumulator.ts";
import { describeCounts, observedOf } from "../accumulate/endpoint.ts";
import { matchNames } from "../names/match.ts";
import { type Template, templatesOf } from "../templates.ts";
import { type WithheldNames, withholdNames } from "../withhold.ts";
import { addedPathOf, type Fact, leaveOut, nameIdOf } from "./fact.ts";
import { operationFactsOf } from "./operation.ts";

export interface LearnedFacts {
  /** First the closest names, which need a decision. Each is followed by the other facts about its operation. */
  facts: Fact[];
  /** Operations that no name of the index fits. */
  unnamedTemplates: Template[];
  /** Operations whose only names the maintainer has rejected. */
  rejectedTemplates: Template[];
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
    return operationFactsOf(template.endpoint, { contract, path, operation });
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

/** Matches index entries with the observed operations whose method and path aren't in the contract. */
function nameOperations(contract: Contract, templates: readonly Template[], rejectedIds: ReadonlySet<string>) {
  const { index, operationIdOf } = createNaming(contract);
  const entries = index.filter(({ operationId }) => !operationId);
  const idOf = (entry: IndexEntry, { method, path }: Template) =>
    nameIdOf(operationIdOf(entry, method, path), method, path);
  const isRejected = (entry: IndexEntry, template: Template) => rejectedIds.has(idOf(entry, template));
  const candidates = matchNames(entries, templates, isRejected);
  const sortedCandidates = candidates.toSorted((a, b) => Number(a.hasSameWords) - Number(b.hasSameWords));
  const facts = sortedCandidates.flatMap((candidate): Fact[] => {
    const { entry, hasSameWords, operation: template, rivals } = candidate;
    const { method, path, endpoint } = template;
    const operation = newOperationOf(template, operationIdOf(entry, method, path));
    const key = method.toLowerCase();
    const nameFact: Fact = {
      id: idOf(entry, template),
      evidence: `${hasSameWords ? "Same words as" : "Closest to"} "${entry.name}", in ${describeCounts(endpoint)}.`,
      match: { by: hasSameWords ? "same words" : "closest", name: entry.name, rivals: rivals.map(({ name }) => name) },
      changes: [{ path: ["paths"], update: { [path]: { [key]: operation } } }],
    };
    const subject = { contract, path: ["paths", path, key], operation: { ...operation, parameters: [] } };
    return [nameFact, ...operationFactsOf(endpoint, subject)];
  });
  const namedTemplates = new Set(candidates.map(({ operation }) => operation));
  const otherTemplates = templates.filter((template) => !namedTemplates.has(template));
  const hasRejectedName = (template: Template) => entries.some((entry) => isRejected(entry, template));
  return {
    facts,
    unnamedTemplates: otherTemplates.filter((template) => !hasRejectedName(template)),
    rejectedTemplates: otherTemplates.filter(hasRejectedName),
  };
}

/** Returns an operation with its path values and evidence. Inputs, bodies and responses are separate facts. */
const newOperationOf = ({ path, values, endpoint }: Template, operationId: string) => ({
  operationId,
  "x-observed": observedOf(endpoint),
  ...(path.includes("{") && {
    parameters: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => ({
      name,
      in: "path",
      schema: { type: values[name] ?? "string" },
    })),
  }),
});
