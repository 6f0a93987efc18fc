import { isObject } from "../../../src/openapi/json.ts";
import { parsePointer, valueAt } from "../../../src/openapi/pointer.ts";
import { type Contract, type Json, operationAt } from "../../contract/document.ts";
import type { Change, Fact } from "../facts/fact.ts";
import type { LearnedOperation } from "../learned-file.ts";
import { inlineResources } from "./resources.ts";

/**
 * Makes a change. Returns whether its place exists: in the contract if it begins with `#`, else in
 * the operation.
 */
export function applyChange(
  contract: object,
  operation: object,
  { at = "", rename = {}, add, remove = [] }: Change,
): boolean {
  const target = valueAt(at.startsWith("#") ? contract : operation, parsePointer(at));
  if (typeof target !== "object" || target === null) return false;
  const fields = target as Record<string, unknown>;
  for (const [key, newKey] of Object.entries(rename)) {
    if (key in fields) fields[newKey] = fields[key];
    delete fields[key];
  }
  if (add !== undefined) applyUpdate(target, structuredClone(add));
  if (Array.isArray(target))
    target.splice(0, target.length, ...target.filter((item) => !remove.includes(item)));
  else for (const key of remove) delete fields[key];
  return true;
}

/**
 * Returns what is the same of two items of a list: a word, or the location and name of a parameter.
 */
const keyOf = (item: unknown): unknown => (isObject(item) ? `${item["in"]} ${item["name"]}` : item);

/**
 * Merges an update into a value: objects merge, lists get more items, and other values are
 * replaced.
 */
function applyUpdate(target: unknown, update: Json): unknown {
  if (Array.isArray(target) && Array.isArray(update)) {
    target.push(
      ...update.filter((item) => !target.some((targetItem) => keyOf(targetItem) === keyOf(item))),
    );
    return target;
  }
  if (!isObject(target) || !isObject(update)) return update;
  for (const [key, value] of Object.entries(update)) {
    const current = Object.hasOwn(target, key) ? target[key] : undefined;
    target[key] = current === undefined ? value : applyUpdate(current, value as Json);
  }
  return target;
}

/**
 * Creates the function that returns whether an operation, or a fact about it, would still change a
 * contract.
 */
export function createOpenCheck(
  contract: Contract,
): (operation: LearnedOperation, fact?: Fact) => boolean {
  const copy = structuredClone(contract);
  inlineResources(copy);
  return (learned, { changes = [] }: Partial<Fact> = {}) => {
    const operation = operationAt(copy, learned);
    const isChanged = (change: Change) => {
      const root = change.at?.startsWith("#") ? copy.components : operation;
      const text = JSON.stringify(root);
      return applyChange(copy, operation ?? {}, change) && JSON.stringify(root) !== text;
    };
    return !operation || changes.some(isChanged);
  };
}
