import type { Contract, Json } from "../../contract.ts";
import { describeCounts, observedOf } from "../accumulate/endpoint.ts";
import { type Candidate, matchNames } from "../names/match.ts";
import type { IndexEntry, ObservedOperation } from "../names/score.ts";
import type { Template } from "../templates.ts";
import { type Fact, toKebabCase } from "./fact.ts";
import { operationFactsOf } from "./known.ts";
import { operationIdsOf, operationOf } from "./operation.ts";

/** A fact that an observed operation may have a name of the index. */
export interface NamedFact extends Fact {
  candidate: Candidate;
  /** The facts about the operation's inputs, bodies, statuses and fields. */
  parts: Fact[];
}

export interface NamedOperations {
  namedFacts: NamedFact[];
  /** Operations that no name of the index fits. */
  unnamedTemplates: Template[];
  /** Operations whose only names the maintainer has rejected. */
  rejectedTemplates: Template[];
}

/** Matches index entries with the observed operations whose path isn't in the contract. */
export function nameOperations(
  contract: Contract,
  templates: readonly Template[],
  rejectedIds: ReadonlySet<string>,
): NamedOperations {
  const index = contract["x-operation-index"];
  const ids = operationIdsOf(contract);
  const entries = index.flatMap(({ area, method, name, operationId }, row) =>
    operationId ? [] : [{ area, method, name, row }],
  );
  const idOf = (entry: IndexEntry, { method, path }: Pick<ObservedOperation, "method" | "path">) =>
    `${toKebabCase(ids[(entry as (typeof entries)[number]).row] ?? "")}--${toKebabCase(`${method} ${path}`)}`;
  const isRejected = (entry: IndexEntry, operation: Pick<ObservedOperation, "method" | "path">) =>
    rejectedIds.has(idOf(entry, operation));
  const candidates = matchNames(entries, templates, isRejected);
  const facts = candidates.map((candidate): NamedFact => {
    const template = candidate.operation as Template;
    const { row } = candidate.entry as (typeof entries)[number];
    const { method, path, endpoint } = template;
    const operationId = ids[row] ?? "";
    const operation = operationOf(template, operationId);
    const place = ["paths", path, method.toLowerCase()];
    return {
      id: idOf(candidate.entry, candidate.operation),
      evidence: `${nameEvidenceOf(candidate)} ${describeCounts(endpoint)}.`,
      candidate,
      changes: [{ path: ["paths"], update: { [path]: { [method.toLowerCase()]: operation } } as unknown as Json }],
      parts: operationFactsOf(
        contract,
        { path: place, operation: { operationId, "x-observed": observedOf(endpoint) } },
        template,
        true,
      ),
    };
  });
  const namedTemplates = new Set(candidates.map(({ operation }) => operation));
  const otherTemplates = templates.filter((template) => !namedTemplates.has(template));
  const hasRejectedName = (template: Template) => entries.some((entry) => isRejected(entry, template));
  return {
    namedFacts: facts,
    unnamedTemplates: otherTemplates.filter((template) => !hasRejectedName(template)),
    rejectedTemplates: otherTemplates.filter(hasRejectedName),
  };
}

const nameEvidenceOf = ({ entry, hasSameWords }: Candidate): string =>
  `${hasSameWords ? "Same words as" : "Closest to"} "${entry.name}", in`;
