import { asObject, isObject } from "../../../src/openapi/json.ts";
import type { Path } from "../../../src/openapi/nodes.ts";
import { valueAt } from "../../../src/openapi/pointer.ts";
import type { Json } from "../../contract/document.ts";
import { merge } from "../apply/change.ts";
import { addedPathOf, type Fact, placeIdOf } from "../fact/fact.ts";
import { lineOf } from "./screens.ts";

/**
 * Puts the facts of an operation and a status together: a fact about a part of what another one adds becomes a part of
 * it. A new operation has its inputs, its request body and its first status; each further status is another fact.
 */
export function groupFacts(facts: readonly Fact[]): Fact[] {
  const groups: Fact[] = [];
  for (const fact of facts) {
    const group = groups.findLast((candidate) => canJoin(candidate, fact));
    if (!group) groups.push(structuredClone(fact));
    else join(group, fact);
  }
  return groups;
}

function canJoin({ changes: [target] }: Fact, { changes, match }: Fact): boolean {
  const [change, ...otherChanges] = changes;
  if (!target?.update || !change?.update || otherChanges.length > 0 || match) return false;
  const place = addedPathOf(target);
  const isInside =
    place.length > target.path.length && place.every((key, index) => `${change.path[index]}` === `${key}`);
  const hasStatus = "responses" in asObject(valueAt(target.update, place.slice(target.path.length)));
  const isStatus = isObject(change.update) && "responses" in change.update;
  return isInside && !(isStatus && hasStatus) && !change.path.some((key) => typeof key === "number");
}

function join(group: Fact, fact: Fact): void {
  const [target] = group.changes;
  const [change] = fact.changes;
  if (!target || !change) return;
  const keys = change.path.slice(target.path.length);
  const update = keys.reduceRight<Json>((value, key) => ({ [key]: value }), structuredClone(change.update) as Json);
  target.update = merge(target.update, update) as Json;
  group.parts = { ...group.parts, [fact.id]: lineOf(fact) };
}

/** Removes a part from what a fact adds. */
export function removePart({ changes: [change], parts = {} }: Fact, id: string): void {
  if (!change) return;
  const baseId = Object.keys(parts).includes(id) ? id.replace(/-\d+$/, "") : id;
  const nodes = [...removableNodes(change.update, change.path)];
  const node = nodes.find((candidate) => candidate.id === id) ?? nodes.find((candidate) => candidate.id === baseId);
  node?.remove();
  for (const { id: remainingId } of node ? removableNodes(node.value, node.path) : []) delete parts[remainingId];
  delete parts[id];
}

interface RemovableNode {
  /** The id of the fact about the node. */
  id: string;
  path: Path;
  value: unknown;
  remove(): void;
}

/** Lists the inputs, bodies, statuses and fields in an update, each with the id of the fact about it. */
function* removableNodes(node: unknown, path: Path): Generator<RemovableNode> {
  if (!isObject(node)) return;
  for (const [key, value] of Object.entries(node)) {
    const inner = [...path, key];
    const remove = () => void delete node[key];
    if (path.at(-1) === "responses") yield { id: placeIdOf([...path.slice(0, -1), key]), path: inner, value, remove };
    else if (key === "requestBody") yield { id: `${placeIdOf(path)}-request-body`, path: inner, value, remove };
    else if (key === "parameters" && Array.isArray(value)) yield* inputNodes(value, path);
    else if (key === "properties" && isObject(value)) {
      for (const [name, field] of Object.entries(value)) {
        const removeField = () => {
          delete value[name];
          if (Array.isArray(node["required"])) node["required"] = node["required"].filter((item) => item !== name);
        };
        yield { id: `${placeIdOf(path, name)}-field`, path: [...inner, name], value: field, remove: removeField };
        yield* removableNodes(field, [...inner, name]);
      }
      continue;
    }
    yield* removableNodes(value, inner);
  }
}

function* inputNodes(parameters: unknown[], path: Path): Generator<RemovableNode> {
  for (const parameter of parameters) {
    const { name, in: location } = asObject(parameter) as { name: string; in: string };
    const remove = () => void parameters.splice(parameters.indexOf(parameter), 1);
    if (location === "query") yield { id: placeIdOf([...path, "input"], name), path, value: undefined, remove };
  }
}
