import { expect } from "vitest";
import type { Contract } from "../../scripts/contract/document.ts";
import { removeUnknowns } from "../../scripts/contract/draft.ts";
import { parsePointer } from "../../src/openapi/pointer.ts";
import { unknowns } from "../../src/openapi/unknowns.ts";
import { readData } from "../data.ts";
import { applyEdits, type Edits, objectAt } from "../scripts/contract-copy.ts";

/** Changes of a contract by place: see answers.yaml. */
export interface Changes {
  append?: Record<string, string>;
  set?: Edits;
  rename?: Record<string, string>;
  replace?: Record<string, string>;
}

/** The fact that answers an unknown, and the places that then show it. */
export interface Answer extends Changes {
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

type Row = Answer | [page: string, place: string, sentence: string];

/** The answers by the ids of the unknowns, in the contract's order. */
export const answers: Record<string, Answer> = Object.fromEntries(
  Object.entries<Row>(readData("contributing/answers.yaml")).map(([id, row]) => {
    if (!Array.isArray(row)) return [id, row];
    const [page, place, sentence] = row;
    return [id, { append: { [place]: sentence }, reference: { [page]: sentence } }];
  }),
);

/** Returns a copy of a contract in which an unknown is answered. */
export function answerUnknown(contract: Contract, id: string): Contract {
  const copy = structuredClone(contract);
  const unknown = unknowns(copy).find((unknown) => unknown.id === id) ?? expect.unreachable(id);
  removeUnknowns(objectAt(copy, ...parsePointer(unknown.pointer)), (other) => other === id);
  return changeContract(copy, answers[id] ?? {});
}

/** Returns a copy of a contract with changes. */
export function changeContract(contract: Contract, changes: Changes): Contract {
  const { append = {}, set = {}, rename = {}, replace = {} } = changes;
  let text = JSON.stringify(contract);
  for (const [old, value] of Object.entries(replace))
    text = text.replaceAll(JSON.stringify(old), JSON.stringify(value));
  const copy: Contract = JSON.parse(text);
  applyEdits(copy, set);
  for (const [place, sentence] of Object.entries(append)) {
    const { description = "" } = objectAt(copy, ...parsePointer(place));
    applyEdits(copy, { [`${place}/description`]: `${description} ${sentence}`.trim() });
  }
  for (const [place, name] of Object.entries(rename)) {
    const keys = parsePointer(place);
    const parent = objectAt(copy, ...keys.slice(0, -1));
    const oldName = `${keys.at(-1)}`;
    parent[name] = parent[oldName];
    delete parent[oldName];
  }
  return copy;
}
