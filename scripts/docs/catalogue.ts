import { type Contract, type Known, knownOperations } from "../contract.ts";

/** How many operations there are of a kind. */
export const count = (contract: Contract, kind: Known): number =>
  knownOperations(contract).filter(({ known }) => known === kind).length;

/** How many operations there are of each kind, in a sentence. */
export const countText = (contract: Contract): string =>
  `The service has ${knownOperations(contract).length} operations: ${count(contract, "documented")} are documented, with their unknowns marked, ${observedText(contract)}${count(contract, "path")} known by path only, and ${count(contract, "name")} known by name only.`;

const observedText = (contract: Contract): string =>
  count(contract, "observed") > 0 ? `${count(contract, "observed")} observed in recorded traffic, ` : "";
