import { indexEntries } from "../../../src/openapi/operation-index.ts";
import { isSuccessStatus } from "../../../src/openapi/status.ts";
import type { Contract, OperationObject } from "../../contract/document.ts";
import { addDraft, findFreeEntry } from "../../contract/draft.ts";
import { createNaming } from "../../contract/index-names.ts";
import { type LearnedOperation, undecided } from "../learned-file.ts";
import { applyChange } from "./change.ts";
import { completeContract } from "./complete.ts";

interface AppliedDecisions {
  contract: Contract;
  /**
   * The accepted facts about parts that the contract doesn't have: the facts that add these aren't
   * accepted.
   */
  waiting: string[];
}

/** @throws Error of one sentence if a decision can't be applied. */
export function applyDecisions(
  contract: Contract,
  operations: readonly LearnedOperation[],
): AppliedDecisions {
  const copy = structuredClone(contract);
  const waiting: string[] = [];
  const { operationIdOf, summaryOf } = createNaming(contract);

  /** Adds an operation under its name in the index. Its inputs, bodies and responses are facts. */
  function addOperation(learned: LearnedOperation): OperationObject {
    const { method, path, name, values, source, exchanges, first, last } = learned;
    if (path.includes("{?}"))
      throw new Error(`Replace {?} in ${method} ${path}: by a value, or by a word.`);
    const entry = findFreeEntry(indexEntries(copy), { method, name });
    return addDraft(copy, entry, {
      operationId: operationIdOf(entry, method, path),
      method,
      path,
      summary: summaryOf(entry, method, path),
      observed: { source, exchanges, ...(first && last && { first, last }) },
      valueTypes: values,
    });
  }

  function applyFacts(operation: OperationObject, { method, path, facts }: LearnedOperation): void {
    for (const { fact, accept, changes } of facts) {
      const [change, ...parts] = accept === "yes" ? changes : [];
      if (!change) continue;
      if (applyChange(copy, operation, change))
        for (const part of parts) applyChange(copy, operation, part);
      else if (change.add) waiting.push(`${method} ${path} ${fact}`);
    }
  }

  for (const learned of operations) {
    const { method, path, name } = learned;
    const known = copy.paths[path]?.[method.toLowerCase()];
    if (known) applyFacts(known, learned);
    else if (name !== undecided) {
      const operation = addOperation(learned);
      applyFacts(operation, learned);
      placeResponses(operation);
    }
  }
  completeContract(copy);
  return { contract: copy, waiting };
}

/** Puts the responses last, and removes that of a success of unknown status if one was observed. */
function placeResponses(operation: OperationObject): void {
  const { "2XX": _, ...observed } = operation.responses;
  const responses = Object.keys(observed).some(isSuccessStatus) ? observed : operation.responses;
  delete (operation as Partial<OperationObject>).responses;
  Object.assign(operation, { responses });
}
