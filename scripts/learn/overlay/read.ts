import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { isObject, type Json } from "../../contract.ts";
import type { Change } from "../facts/fact.ts";
import { readPath } from "./change.ts";

export interface ReviewedChange extends Change {
  /** The ids of the facts that it belongs to. */
  facts: string[];
}

/** The changes of a review document, as they stand in it after the review. */
export function readOverlay(file: string): ReviewedChange[] {
  const overlay = parse(readFileSync(file, "utf8"));
  if (!isObject(overlay) || !/^1\./.test(`${overlay["overlay"]}`) || !Array.isArray(overlay["actions"])) {
    throw new Error(`${file} is not an OpenAPI Overlay.`);
  }
  return overlay["actions"].map((action: unknown, index): ReviewedChange => {
    const { target, update, remove, ...more } = Object(action) as Record<string, Json>;
    const at = readPath(`${target}`);
    if (!at) throw new Error(`Action ${index + 1} of ${file} has a target that may match several nodes.`);
    const expects = more["x-expects"];
    return {
      at,
      facts: [more["x-facts"] ?? []].flat() as string[],
      ...(remove === true ? { remove } : { update: update as Json }),
      ...(expects !== undefined && { expects }),
    };
  });
}

/** Those that belong to these facts alone. An id may also be one of an unknown that a fact answers. */
export function only(changes: readonly ReviewedChange[], ids: readonly string[]): ReviewedChange[] {
  const known = new Set(changes.flatMap(({ facts }) => facts));
  const missing = ids.find((id) => !known.has(id));
  if (missing) throw new Error(`No fact has the id ${missing}.`);
  return changes.filter(({ facts }) => facts.length > 0 && facts.every((fact) => ids.includes(fact)));
}
