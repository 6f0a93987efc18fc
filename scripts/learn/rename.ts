import { type Contract, isObject, type Json } from "../contract.ts";
import { toKebabCase } from "./facts/fact.ts";
import { operationIdsOf } from "./facts/operation.ts";
import type { Action } from "./overlay/write.ts";

/** Returns the operation that an action of a review document adds. */
export function addedOperationOf({ update }: Action) {
  const [path, item] = Object.entries(Object(update))[0] ?? [];
  const [method, operation] = Object.entries(Object(item))[0] ?? [];
  if (!path || !method || !isObject(operation)) throw new Error("The action adds no operation.");
  return { path, method, operation };
}

/** Gives an operation of a review document the name in a row of the index. */
export function renameOperation(action: Action, contract: Contract, row: number): void {
  const { path, method, operation } = addedOperationOf(action);
  const operationId = operationIdsOf(contract)[row] ?? "";
  action.update = { [path]: { [method]: { ...operation, operationId } as Json } };
  const evidence = `Named "${contract["x-operation-index"][row]?.name}" in the review.`;
  action["x-facts"] = { [`${toKebabCase(operationId)}--${toKebabCase(`${method} ${path}`)}`]: evidence };
}
