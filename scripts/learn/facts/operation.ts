import { type Contract, marksOf, type Operation, type Path } from "../../contract.ts";
import { describeCounts, observedOf } from "../accumulate/endpoint.ts";
import type { Template } from "../templates.ts";
import { requestFactsOf, responseFactsOf } from "./bodies.ts";
import { type Context, evidenceOf } from "./compare.ts";
import { answerUnknowns, type Fact } from "./fact.ts";
import { inputFactsOf } from "./inputs.ts";

/** An operation about which traffic shows facts. A new operation has no responses yet. */
export interface LearnedOperation {
  /** The path of the operation in the contract. */
  path: Path;
  operation: Pick<Operation, "operationId"> & Partial<Operation>;
}

/** Returns the facts about an operation that its traffic shows and the contract doesn't contain. */
export function operationFactsOf(
  contract: Contract,
  learnedOperation: LearnedOperation,
  { endpoint }: Template,
  isNew = false,
): Fact[] {
  const context: Context = {
    contract,
    observation: observedOf(endpoint),
    counts: `in ${describeCounts(endpoint)}`,
    count: endpoint.count,
    isObserved: "x-observed" in learnedOperation.operation,
    isNew,
  };
  const responses = [...endpoint.responses].sort(([a], [b]) => a - b);
  const isSuccessful = responses.some(([status]) => status >= 200 && status < 300);
  return [
    ...(isSuccessful ? prefixFactsOf(learnedOperation, context) : []),
    ...inputFactsOf(learnedOperation, endpoint, context),
    ...requestFactsOf(learnedOperation, endpoint, context),
    ...responses.flatMap(([status, response]) =>
      responseFactsOf(learnedOperation, status, response, { ...context, count: response.count }),
    ),
  ];
}

/** Returns a fact for an operation whose path prefix is unknown: requests to this path succeeded. */
function prefixFactsOf({ path, operation }: LearnedOperation, context: Context): Fact[] {
  return marksOf(operation)
    .filter(([id]) => id.endsWith("-prefix"))
    .map(([id]) => ({
      id,
      evidence: `${evidenceOf("Requests to this path succeeded", context)} Take the doubt out of the description, too.`,
      changes: answerUnknowns(path, [id]),
    }));
}
