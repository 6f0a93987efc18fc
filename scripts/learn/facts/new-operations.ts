import type { Contract, IndexEntry } from "../../contract.ts";
import { describeCounts, observedOf } from "../accumulate/endpoint.ts";
import { matchNames } from "../names/match.ts";
import type { Template } from "../templates.ts";
import { type Fact, nameIdOf } from "./fact.ts";
import { createNaming } from "./index-names.ts";
import { operationFactsOf } from "./operation.ts";

export interface NamedOperations {
  /** First the closest names, which need a decision. Each is followed by the other facts about its operation. */
  facts: Fact[];
  /** Operations that no name of the index fits. */
  unnamedTemplates: Template[];
  /** Operations whose only names the maintainer has rejected. */
  rejectedTemplates: Template[];
}

/** Matches index entries with the observed operations whose method and path aren't in the contract. */
export function nameOperations(
  contract: Contract,
  templates: readonly Template[],
  rejectedIds: ReadonlySet<string>,
): NamedOperations {
  const index = contract["x-operation-index"];
  const { operationIdOf } = createNaming(contract);
  const entries = index.filter(({ operationId }) => !operationId);
  const idOf = (entry: IndexEntry, { method, path }: Template) =>
    nameIdOf(operationIdOf(entry, method, path), method, path);
  const isRejected = (entry: IndexEntry, template: Template) => rejectedIds.has(idOf(entry, template));
  const candidates = matchNames(entries, templates, isRejected);
  const sortedCandidates = candidates.toSorted((a, b) => Number(a.hasSameWords) - Number(b.hasSameWords));
  const facts = sortedCandidates.flatMap((candidate): Fact[] => {
    const { entry, hasSameWords, operation: template, rivals } = candidate;
    const { method, path, endpoint } = template;
    const operationId = operationIdOf(entry, method, path);
    const key = method.toLowerCase();
    const nameFact: Fact = {
      id: idOf(entry, template),
      evidence: `${hasSameWords ? "Same words as" : "Closest to"} "${entry.name}", in ${describeCounts(endpoint)}.`,
      match: { by: hasSameWords ? "same words" : "closest", name: entry.name, rivals: rivals.map(({ name }) => name) },
      changes: [{ path: ["paths"], update: { [path]: { [key]: operationOf(template, operationId) } } }],
    };
    const operation = { operationId, "x-observed": observedOf(endpoint) };
    return [nameFact, ...operationFactsOf(contract, { path: ["paths", path, key], operation }, template, true)];
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
const operationOf = ({ path, values, endpoint }: Template, operationId: string) => ({
  operationId,
  "x-observed": { ...observedOf(endpoint) },
  ...(path.includes("{") && {
    parameters: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => ({
      name,
      in: "path",
      schema: { type: values[name] ?? "string" },
    })),
  }),
});
