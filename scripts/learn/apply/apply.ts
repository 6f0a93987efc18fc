import { isSuccessStatus } from "../../../src/openapi/status.ts";
import { type Contract, type OperationObject, operationAt } from "../../contract/document.ts";
import { addDraft, isDraft, observeDraft } from "../../contract/draft.ts";
import { answerFor, type LearnedOperation, undecided } from "../learned-file.ts";
import { applyChange } from "./change.ts";
import { completeContract } from "./complete.ts";
import { inlineResources, shareResources } from "./resources.ts";

interface AppliedDecisions {
  contract: Contract;
  /**
   * The accepted facts about parts that the contract doesn't have: the facts that add these aren't
   * accepted.
   */
  waiting: string[];
}

/**
 * @param placeOf Returns where an operation stands, for errors, by its number from 0.
 * @throws Error if a decision can't be applied.
 */
export function applyDecisions(
  contract: Contract,
  operations: readonly LearnedOperation[],
  placeOf: (number: number) => string = () => "",
): AppliedDecisions {
  const copy = structuredClone(contract);
  const names = inlineResources(copy);
  const waiting: string[] = [];

  /**
   * Adds an operation under its name in the index, or takes its draft. Its inputs, bodies and responses
   * are facts.
   */
  function addOperation(
    learned: LearnedOperation,
    number: number,
    draft: OperationObject | undefined,
  ): OperationObject {
    const { method, path, name, values, source, exchanges, first, last } = learned;
    const observed = { source, exchanges, ...(first && last && { first, last }) };
    try {
      if (path.includes("{?}"))
        throw new Error(`Replace {?} in ${method} ${path}: by a value, or by a word.`);
      // The maintainer's own entries get theirs from the traffic.
      if (!source || !exchanges)
        throw new Error(`Learn again: ${method} ${path} has no source or no exchanges.`);
      const place = { method, path, observed, valueTypes: values };
      return draft ? observeDraft(draft, place) : addDraft(copy, { name, ...place });
    } catch (error) {
      throw new Error(`${(error as Error).message}${placeOf(number)}`);
    }
  }

  function applyFacts(operation: OperationObject, learned: LearnedOperation): void {
    const { method, path } = learned;
    for (const fact of learned.facts) {
      const [change, ...parts] = answerFor(fact, learned) === "yes" ? fact.changes : [];
      if (!change) continue;
      if (applyChange(copy, operation, change))
        for (const part of parts) applyChange(copy, operation, part);
      else if (change.add) waiting.push(`${method} ${path} ${fact.fact}`);
    }
  }

  for (const [index, learned] of operations.entries()) {
    const { name, repeatable = undecided } = learned;
    const known = operationAt(copy, learned);
    const isKnown = known && !isDraft(known, learned);
    const isAccepted = known
      ? learned.facts.some((fact) => answerFor(fact, learned) === "yes")
      : name !== undecided;
    if (isKnown) applyFacts(known, learned);
    else if (isAccepted) {
      const operation = addOperation(learned, index, known);
      if (repeatable !== undecided) operation["x-repeatable"] = repeatable === "yes";
      applyFacts(operation, learned);
      placeResponses(operation);
    }
  }
  completeContract(copy);
  shareResources(copy, names);
  return { contract: copy, waiting };
}

/** Puts the responses last, and removes that of a success of unknown status if one was observed. */
function placeResponses(operation: OperationObject): void {
  const { "2XX": _, ...observed } = operation.responses;
  const responses = Object.keys(observed).some(isSuccessStatus) ? observed : operation.responses;
  delete (operation as Partial<OperationObject>).responses;
  Object.assign(operation, { responses });
}
