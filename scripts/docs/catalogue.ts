import { type Contract, type IndexedOperation, type Known, knownOperations } from "../contract.ts";
import { deletesByName, deletionCaution } from "./name-only.ts";
import { entryAddress } from "./places.ts";
import { completeness } from "./unknowns.ts";

/** How many operations there are of a kind. */
export const count = (contract: Contract, kind: Known): number =>
  knownOperations(contract).filter(({ known }) => known === kind).length;

/** How many operations there are of each kind. */
export const countText = (contract: Contract): string =>
  `The service has ${knownOperations(contract).length} operations: ${count(contract, "documented")} are documented, with their unknowns marked, ${observedText(contract)}${count(contract, "path")} known by path only, and ${count(contract, "name")} known by name only.`;

const observedText = (contract: Contract): string =>
  count(contract, "observed") > 0 ? `${count(contract, "observed")} observed in recorded traffic, ` : "";

/** The operations of an area, as a Markdown list. The theme knows its parts by their order. */
export const operationList = (contract: Contract, area: string): string =>
  knownOperations(contract)
    .filter((entry) => entry.area === area)
    .map((entry) => entryText(contract, entry))
    .join("\n");

function entryText(contract: Contract, entry: IndexedOperation): string {
  const { method, name, located } = entry;
  return [
    `- \`${method}\``,
    `**[${name}](${entryAddress(contract, entry)})**`,
    `*${located ? completeness(contract, located) : "name only"}*`,
    ...(deletesByName(entry) ? [deletionCaution] : []),
  ].join(" ");
}
