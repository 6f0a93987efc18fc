import { readContract } from "../scripts/contract/document.ts";
import { type Unknown, unknowns } from "../src/openapi/unknowns.ts";

/** Lists the unknowns of fields, each of which has a place on the page of an operation. */
const listFieldUnknowns = (contract = readContract()): Unknown[] =>
  unknowns(contract).filter(({ pointer }) =>
    /^\/components\/schemas\/.*\/properties\//.test(pointer),
  );

/**
 * An unknown of a field: tests of how unknowns are shown take any, so that closing one breaks no
 * such test.
 */
export const fieldUnknown = listFieldUnknowns().at(-1) ?? { id: "", description: "", pointer: "" };
