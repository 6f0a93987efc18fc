import { isDeepStrictEqual } from "node:util";
import type { IndexEntry } from "../../../src/openapi/operation-index.ts";
import type { Contract } from "../../contract/document.ts";
import { createNaming } from "../../contract/index-names.ts";
import { documentedOperations } from "../../contract/operations.ts";
import { matchNames } from "../name/match.ts";
import type { Vocabulary } from "../name/vocabulary.ts";
import { type WithheldNames, withheldNamesOf } from "../name/withheld.ts";
import type { ListedPath } from "../path/list.ts";
import { type PathTemplate, templatesOf } from "../path/templates.ts";
import { countNoun, observedOf } from "../shape/endpoint.ts";
import { closeMaps } from "../shape/maps.ts";
import type { Observations } from "../shape/observations.ts";
import { addedPathOf, type Fact, leaveOut, type NameMatch, nameIdOf } from "./fact.ts";
import { operationFactsOf } from "./operation.ts";

export interface LearnedFacts {
  /** First the closest names, which need a decision. Each is followed by the other facts about its operation. */
  facts: Fact[];
  /** All templates: those of the contract, too. */
  templates: PathTemplate[];
  /** Operations that no name of the index fits. */
  unnamedTemplates: PathTemplate[];
  /** Operations whose only names the maintainer has rejected. */
  rejectedTemplates: PathTemplate[];
  /** Names that may be about people, and aren't written anywhere. */
  withheldNames: WithheldNames[];
}

/** The decisions of the maintainer that are kept beyond a run. */
export interface Decisions {
  rejectedIds?: ReadonlySet<string>;
  /** The list of paths in a review document. */
  list?: readonly ListedPath[];
}

/** Returns the facts that the traffic shows and the contract doesn't contain. Those about known operations are last. */
export function learnFacts(
  contract: Contract,
  observations: Observations,
  vocabulary: Vocabulary,
  { rejectedIds = new Set(), list = [] }: Decisions = {},
): LearnedFacts {
  const templates = templatesOf(observations, vocabulary, list);
  for (const { endpoint } of templates) closeMaps(endpoint, vocabulary.isListed);
  const operationsByKey = new Map(
    documentedOperations(contract).map((operation) => [`${operation.method} ${operation.path}`, operation]),
  );
  const operationOf = ({ method, path }: PathTemplate) => operationsByKey.get(`${method} ${path}`);
  const knownFacts = templates.flatMap((template) => {
    const knownOperation = operationOf(template);
    if (!knownOperation) return [];
    const { keys: path, operation } = knownOperation;
    return operationFactsOf(template.endpoint, { contract, method: template.method, path, operation });
  });
  const newTemplates = templates.filter(
    (template) => !operationOf(template) && !template.readings && template.endpoint.hasSucceeded,
  );
  const operations = nameOperations(contract, newTemplates, rejectedIds);
  return {
    ...operations,
    templates,
    facts: leaveOut(removeDuplicates([...operations.facts, ...knownFacts]), ({ id }) => rejectedIds.has(id)),
    withheldNames: withheldNamesOf(templates),
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
function nameOperations(contract: Contract, templates: readonly PathTemplate[], rejectedIds: ReadonlySet<string>) {
  const { index, operationIdOf } = createNaming(contract);
  const entries = index.filter(({ operationId }) => !operationId);
  const idOf = (entry: IndexEntry, { method, path }: PathTemplate) =>
    nameIdOf(operationIdOf(entry, method, path), method, path);
  const isRejected = (entry: IndexEntry, template: PathTemplate) => rejectedIds.has(idOf(entry, template));
  const givenNames = templates.flatMap((operation) => {
    const entry = entryFor(operation, entries);
    return entry ? [{ operation, entry, match: { by: "given" as const, name: entry.name, rivals: [] } }] : [];
  });
  const isGiven = (item: unknown) => givenNames.some(({ operation, entry }) => operation === item || entry === item);
  const openTemplates = templates.filter((template) => !isGiven(template));
  const candidates = matchNames(
    entries.filter((entry) => !isGiven(entry)),
    openTemplates,
    isRejected,
  );
  const matchedNames = candidates.map(({ operation, entry, hasSameWords, rivals }) => {
    const match: NameMatch = {
      by: hasSameWords ? "same words" : "closest",
      name: entry.name,
      rivals: rivals.map(({ name }) => name),
    };
    return { operation, entry, match };
  });
  const names = [...matchedNames, ...givenNames];
  const sortedNames = names.toSorted((a, b) => ranks[a.match.by] - ranks[b.match.by]);
  const facts = sortedNames.flatMap(({ operation: template, entry, match }): Fact[] => {
    const { method, path, endpoint } = template;
    const operation = newOperationOf(template, operationIdOf(entry, method, path));
    const key = method.toLowerCase();
    const nameFact: Fact = {
      id: idOf(entry, template),
      evidence: `${evidences[match.by]} "${entry.name}", in ${countNoun(endpoint.count, "exchange")}.`,
      match,
      changes: [{ path: ["paths"], update: { [path]: { [key]: operation } } }],
    };
    const subject = { contract, method, path: ["paths", path, key], operation: { ...operation, parameters: [] } };
    return [nameFact, ...operationFactsOf(endpoint, subject)];
  });
  const namedTemplates = new Set(names.map(({ operation }) => operation));
  const otherTemplates = templates.filter((template) => !namedTemplates.has(template));
  const hasRejectedName = (template: PathTemplate) => entries.some((entry) => isRejected(entry, template));
  return {
    facts,
    unnamedTemplates: otherTemplates.filter((template) => !hasRejectedName(template)),
    rejectedTemplates: otherTemplates.filter(hasRejectedName),
  };
}

const ranks: Record<NameMatch["by"], number> = { closest: 0, "same words": 1, given: 2 };
const evidences: Record<NameMatch["by"], string> = {
  closest: "Closest to",
  "same words": "Same words as",
  given: "In the list of paths,",
};

/** Returns the entry of the index that the maintainer's list names. @throws Error of one sentence if there is none */
function entryFor({ method, path, name }: PathTemplate, entries: readonly IndexEntry[]): IndexEntry | undefined {
  if (name === undefined) return undefined;
  const isMethod = (entry: IndexEntry) => entry.method === method || entry.method === "unspecified";
  const entry = entries.find((candidate) => candidate.name === name && isMethod(candidate));
  if (!entry) throw new Error(`The index has no other ${method} of the name that ${path} has in x-paths.`);
  return entry;
}

/** Returns an operation with its path values and evidence. Inputs, bodies and responses are separate facts. */
const newOperationOf = ({ path, values, endpoint }: PathTemplate, operationId: string) => ({
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
