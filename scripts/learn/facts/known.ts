import { type Contract, marksOf, type Operation, type Path } from "../../contract.ts";
import type { Template } from "../templates.ts";
import { requestFacts, responseFacts } from "./bodies.ts";
import { type Context, evidenceOf } from "./compare.ts";
import type { Fact } from "./fact.ts";
import { inputFacts } from "./inputs.ts";
import { observedOf, seenIn } from "./observed.ts";

/** An operation that traffic tells more about. One that is being learned has no responses yet. */
export interface LearnedOperation {
  /** Where the contract has it. */
  path: Path;
  operation: Pick<Operation, "operationId"> & Partial<Operation>;
}

/** What traffic with an operation shows that the contract doesn't have: all there is, if the operation is new. */
export function operationFacts(
  contract: Contract,
  learned: LearnedOperation,
  { endpoint }: Template,
  isNew = false,
): Fact[] {
  const context: Context = {
    contract,
    observed: observedOf(endpoint),
    seen: `in ${seenIn(endpoint)}`,
    count: endpoint.count,
    isObserved: "x-observed" in learned.operation,
    isNew,
  };
  const responses = [...endpoint.responses].sort(([one], [other]) => one - other);
  const isSuccessful = responses.some(([status]) => status >= 200 && status < 300);
  return [
    ...(isSuccessful ? prefixFacts(learned, context) : []),
    ...inputFacts(learned, endpoint, context),
    ...requestFacts(learned, endpoint, context),
    ...responses.flatMap(([status, seen]) => responseFacts(learned, status, seen, { ...context, count: seen.count })),
  ];
}

function prefixFacts({ path, operation }: LearnedOperation, context: Context): Fact[] {
  return marksOf(operation)
    .filter(([id]) => id.endsWith("-prefix"))
    .map(([id]) => ({
      id,
      evidence: `${evidenceOf("Requests to this path succeeded", context)} Take the doubt out of the description, too.`,
      changes: [],
      answers: [{ path, ids: [id] }],
    }));
}
