import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Contract } from "../../scripts/contract/document.ts";
import { parsePointer, valueAt } from "../../src/openapi/pointer.ts";
import { unknowns } from "../../src/openapi/unknowns.ts";
import { applyEdits, type Edits, objectAt } from "../scripts/contract-copy.ts";

/** The fact that answers an unknown, and the places that then show it: see answers.yaml. */
export interface Answer {
  append?: Record<string, string>;
  set?: Edits;
  rename?: Record<string, string>;
  replace?: Record<string, string>;
  reference?: Record<string, string>;
  types?: string;
  mock?: {
    request: string;
    headers?: Record<string, string>;
    status: number;
    /** The value of `Mock-Unspecified`: null if the contract specifies the whole response. */
    unspecified?: string | null;
    body?: object;
  };
}

const rows: Record<string, Answer | [page: string, place: string, sentence: string]> = parse(
  readFileSync(join(import.meta.dirname, "answers.yaml"), "utf8"),
);

/** The answers by the ids of the unknowns, in the contract's order. */
export const answers: Record<string, Answer> = Object.fromEntries(
  Object.entries(rows).map(([id, row]) => {
    if (!Array.isArray(row)) return [id, row];
    const [page, place, sentence] = row;
    return [id, { append: { [place]: sentence }, reference: { [page]: sentence } }];
  }),
);

/** Returns a copy of a contract in which an unknown is answered. */
export function answerUnknown(contract: Contract, id: string): Contract {
  const { append = {}, set = {}, rename = {}, replace = {} } = answers[id] ?? {};
  let text = JSON.stringify(contract);
  for (const [old, value] of Object.entries(replace))
    text = text.replaceAll(JSON.stringify(old), JSON.stringify(value));
  const copy: Contract = JSON.parse(text);
  const pointer = unknowns(contract).find((unknown) => unknown.id === id)?.pointer ?? "";
  const marked = valueAt(copy, parsePointer(pointer)) as { "x-not-shown": Record<string, string> };
  const { [id]: _, ...others } = marked["x-not-shown"];
  applyEdits(copy, {
    [`${pointer}/x-not-shown`]: Object.keys(others).length > 0 ? others : undefined,
  });
  applyEdits(copy, set);
  for (const [place, sentence] of Object.entries(append)) {
    const { description = "" } = objectAt(copy, ...parsePointer(place));
    applyEdits(copy, { [`${place}/description`]: `${description} ${sentence}`.trim() });
  }
  for (const [place, name] of Object.entries(rename)) {
    const keys = parsePointer(place);
    const oldName = keys.pop();
    const parent = objectAt(copy, ...keys);
    for (const [key, value] of Object.entries(parent)) {
      delete parent[key];
      parent[key === oldName ? name : key] = value;
    }
  }
  return copy;
}
