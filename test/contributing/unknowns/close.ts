import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Contract, Json } from "../../../scripts/contract/document.ts";
import { nodes } from "../../../src/openapi/nodes.ts";
import { parsePointer, valueAt } from "../../../src/openapi/pointer.ts";
import { unknowns } from "../../../src/openapi/unknowns.ts";
import { describedUnknowns } from "../../contract/facts.ts";
import { documentAll } from "../documented.ts";

/** A fact that closes an unknown, and the places that then show it: see closings.yaml. */
export interface Closing {
  append?: Record<string, string>;
  set?: Record<string, Json>;
  rename?: Record<string, string>;
  replace?: Record<string, string>;
  /** A page, and a text that it shows. */
  reference?: Record<string, string>;
  types?: string;
  /** The request that lists the tokens. */
  client?: { url: string; headers: Record<string, string> };
  mock?: MockCheck;
}

export interface MockCheck {
  /** The method and the address below the mock. */
  request: string;
  headers?: Record<string, string>;
  status: number;
  /** The value of `Mock-Unspecified`: null if the contract specifies the whole response. */
  unspecified?: string | null;
  body?: object;
}

/** The closing of each unknown, by its id, in the contract's order. */
export const closings: Record<string, Closing> = parse(
  readFileSync(join(import.meta.dirname, "closings.yaml"), "utf8"),
);

const pagination = "/paths/~1api~1v2~1junkConversations/get/x-pagination/inputs";
const namesInputs = (id: string) => pagination in (closings[id]?.set ?? {});

/** Returns a copy of a contract in which some unknowns are closed. The names of inputs come first: they move the others. */
export function closeUnknowns(contract: Contract, ids: readonly string[]): Contract {
  let copy = structuredClone(contract);
  for (const id of ids.toSorted((a, b) => Number(namesInputs(b)) - Number(namesInputs(a)))) {
    const { append = {}, set = {}, replace = {} } = closings[id] ?? {};
    const placeOf = (pointer: string) =>
      parsePointer(
        ids.some(namesInputs) ? pointer.replace(/0\/schema\/additionalProperties\/anyOf\/(\d)/, "$1/schema") : pointer,
      );
    for (const [pointer, sentence] of Object.entries(append)) {
      const node = nodeAt(copy, placeOf(pointer));
      node["description"] = [node["description"], sentence].filter(Boolean).join(" ");
    }
    for (const [pointer, value] of Object.entries(set)) setAt(copy, placeOf(pointer), value);
    const text = Object.entries(replace).reduce(
      (edited, [old, value]) => edited.replaceAll(JSON.stringify(old), JSON.stringify(value)),
      JSON.stringify(copy),
    );
    copy = JSON.parse(text);
    removeUnknown(copy, id);
  }
  // Renamed keys would move what the other closings name.
  for (const [pointer, name] of ids.flatMap((id) => Object.entries(closings[id]?.rename ?? {})).reverse()) {
    renameKey(copy, parsePointer(pointer), name);
  }
  // Without what was cached while it changed.
  return structuredClone(copy);
}

/** Returns a copy of a contract in which every unknown is closed, and every operation documented. */
export function closeAll(contract: Contract): Contract {
  const copy = closeUnknowns(
    contract,
    describedUnknowns(contract).map(({ id }) => id),
  );
  documentAll(copy, 97);
  // Those of the operations that were added.
  for (const { node } of nodes(copy)) delete node["x-not-shown"];
  return structuredClone(copy);
}

function removeUnknown(contract: Contract, id: string): void {
  const pointer = unknowns(contract).find((unknown) => unknown.id === id)?.pointer;
  // What the closing sets has replaced the node that had it.
  if (pointer === undefined) return;
  const node = nodeAt(contract, parsePointer(pointer));
  const { [id]: _, ...remaining } = node["x-not-shown"] as Record<string, string>;
  if (Object.keys(remaining).length > 0) node["x-not-shown"] = remaining;
  else delete node["x-not-shown"];
}

function nodeAt(contract: Contract, keys: readonly string[]): Record<string, Json | object> {
  const node = valueAt(contract, keys);
  if (typeof node !== "object" || node === null) throw new Error(`There is no object at ${keys.join("/")}.`);
  return node as Record<string, Json>;
}

function setAt(contract: Contract, keys: readonly string[], value: Json): void {
  let node = contract as unknown as Record<string, Json>;
  for (const key of keys.slice(0, -1)) {
    node[key] ??= {};
    node = node[key] as Record<string, Json>;
  }
  node[`${keys.at(-1)}`] = value;
}

/** Renames a key, which stays in its place. */
function renameKey(contract: Contract, keys: readonly string[], name: string): void {
  const parent = nodeAt(contract, keys.slice(0, -1));
  const entries = Object.entries(parent).map(([key, value]) => [key === keys.at(-1) ? name : key, value] as const);
  for (const key of Object.keys(parent)) delete parent[key];
  Object.assign(parent, Object.fromEntries(entries));
}
