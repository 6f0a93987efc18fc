import { type Contract, type Known, knownOperations } from "../contract.ts";

/** Counts the operations of a kind. */
export const count = (contract: Contract, kind: Known): number =>
  knownOperations(contract).filter((operation) => operation.known === kind).length;

/** Writes the number of operations of each kind as a sentence. */
export const countText = (contract: Contract): string =>
  `The service has ${knownOperations(contract).length} operations: ${count(contract, "documented")} are documented, with their unknowns marked, ${observedText(contract)}${count(contract, "path")} known by path only, and ${count(contract, "name")} known by name only.`;

const observedText = (contract: Contract): string =>
  count(contract, "observed") > 0 ? `${count(contract, "observed")} observed in recorded traffic, ` : "";
