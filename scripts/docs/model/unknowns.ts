import { type UnknownEntry, unknownsAt } from "../../../src/openapi/unknowns.ts";
import type { Contract } from "../../contract/document.ts";
import type { Block, PageUnknown } from "./blocks.ts";
import { type IndexedPage, unknownAddresses, unknownPages } from "./site-map.ts";

export const toPageUnknowns = (contract: Contract, entries: UnknownEntry[]): PageUnknown[] =>
  entries.map(([name, words]) => ({ name, words, address: unknownAddresses(contract).get(name) }));

export const createUnknowns = (contract: Contract, node: unknown): Block => ({
  kind: "unknowns",
  unknowns: toPageUnknowns(contract, unknownsAt(node)),
});

export function describeCompleteness(
  contract: Contract,
  { file, knowledge, otherName }: IndexedPage,
): string {
  if (knowledge === "name") return "name only";
  const count = unknownPages(contract).filter((unknown) => unknown.file === file).length;
  const words = { documented: "", observed: "observed", path: "path only" }[knowledge];
  const unknownWords = count > 0 && `${count} ${count === 1 ? "unknown" : "unknowns"}`;
  const details = [words, unknownWords].filter(Boolean).join(", ") || knowledge;
  return otherName ? `${details}, "${otherName}" in the description` : details;
}
