import { fileURLToPath } from "node:url";
import { type Contract, readContract } from "../../scripts/contract.ts";

/** The contract when five operations were known: these tests learn the rest, whatever is known by now. */
export const contractFile = fileURLToPath(new URL("./contract.yaml", import.meta.url));

export const initialContract = (): Contract => readContract(contractFile);
