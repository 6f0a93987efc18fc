import { indexEntries } from "../../src/openapi/operation-index.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { findByRoute } from "../../src/openapi/path.ts";
import type { NameRule } from "../../src/traffic/names.ts";
import { type Contract, operationAt } from "../contract/document.ts";
import { isDraft } from "../contract/draft.ts";
import { inlineResources } from "./apply/resources.ts";
import { createRanking } from "./candidates.ts";
import { type Fact, observedOf } from "./facts/fact.ts";
import { operationFactsOf } from "./facts/operation.ts";
import { type LearnedOperation, undecided } from "./learned-file.ts";
import { withholdInBodies } from "./shape/endpoint.ts";
import type { createPaths } from "./template/paths.ts";
import { type PathTemplate, templatesOf } from "./template/templates.ts";
import { listWithheld } from "./withheld.ts";

/**
 * Returns all templates, those without a new fact, too; and the operations with something to
 * decide.
 */
export function learn(given: Contract, paths: ReturnType<typeof createPaths>, rule: NameRule) {
  const contract = structuredClone(given);
  inlineResources(contract);
  const templates = templatesOf(paths, rule).map((template) => ({
    ...template,
    endpoint: withholdInBodies(template.endpoint, rule),
  }));
  const entries = indexEntries(contract);
  const rank = createRanking(entries.filter(({ operationId }) => !operationId));
  const seenFacts = new Set<string>();

  /** Returns whether a fact is the first of its kind: operations may share a component. */
  function isFirst({ fact, changes: [change] }: Fact): boolean {
    if (!change?.at?.startsWith("#")) return true;
    return !seenFacts.has(fact) && seenFacts.add(fact).has(fact);
  }

  function toOperation(template: PathTemplate): LearnedOperation {
    const { method, path, question, found, values, endpoint } = template;
    const known = findByRoute(operationsOf(contract), template);
    const operation = operationAt(contract, template);
    // A draft has no facts: it's learned as if it were added now.
    const documented = operation && !isDraft(operation, template) ? known : undefined;
    const withheld = listWithheld(template).map(({ description }) => description);
    const facts = operationFactsOf(contract, template, documented).filter(isFirst);
    return {
      method,
      path,
      ...(question !== undefined && { question }),
      ...(found && Object.keys(found).length > 0 && { found }),
      ...(!documented && Object.keys(values).length > 0 && { values }),
      ...observedOf(endpoint),
      ...(!known && { candidates: rank(template) }),
      name: known
        ? (entries.find(({ operationId }) => operationId === known.id)?.name ?? known.id)
        : undecided,
      ...(!documented && { repeatable: undecided }),
      accept: undecided,
      facts: facts.map(({ fact, evidence, changes }) => ({
        fact,
        evidence,
        accept: "ask" as const,
        changes,
      })),
      ...(withheld.length > 0 && { withheld }),
    };
  }

  const isNew = ({ candidates, facts, withheld = [] }: LearnedOperation) =>
    candidates !== undefined || facts.length > 0 || withheld.length > 0;
  return { templates, operations: templates.map(toOperation).filter(isNew) };
}
