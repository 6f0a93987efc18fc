import { type UnknownEntry, unknownsAt } from "../../../src/openapi/unknowns.ts";
import type { Contract } from "../../contract/document.ts";
import { fileOfUnknown, type OperationPage, unknownPages } from "./addresses.ts";
import type { Block, PageUnknown } from "./blocks.ts";

/** Creates the notes of unknowns for the page of a file. Each is in full on one page, and a link on the others. */
export function createPageUnknowns(contract: Contract, file: string, entries: UnknownEntry[]): PageUnknown[] {
  const files = fileOfUnknown(contract);
  return entries.map(([name, words]) => {
    const home = files.get(name) ?? file;
    return { name, words, ...(home !== file && { address: `/${home}#${name}` }) };
  });
}

export const createUnknowns = (contract: Contract, file: string, node: unknown): Block => ({
  kind: "unknowns",
  unknowns: createPageUnknowns(contract, file, unknownsAt(node)),
});

export function describeCompleteness(contract: Contract, { file, knowledge, otherName }: OperationPage): string {
  if (knowledge === "name") return "name only";
  const count = unknownPages(contract).filter((unknown) => unknown.file === file).length;
  const words = { documented: "", observed: "observed", path: "path only" }[knowledge];
  const unknownWords = count > 0 && `${count} ${count === 1 ? "unknown" : "unknowns"}`;
  const details = [words, unknownWords].filter(Boolean).join(", ") || knowledge;
  return otherName ? `${details}, "${otherName}" in the description` : details;
}
