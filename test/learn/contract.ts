import { fileURLToPath } from "node:url";
import { type Contract, readContract } from "../../scripts/contract/document.ts";

/** The contract when it documented five operations. These tests learn the rest, so a later contract doesn't matter. */
export const contractFile = fileURLToPath(new URL("./contract.yaml", import.meta.url));

export const initialContract = (): Contract => readContract(contractFile);
