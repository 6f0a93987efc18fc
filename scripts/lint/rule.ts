import type { Path } from "../../src/openapi/nodes.ts";
import type { Contract } from "../contract/document.ts";

/** Reports a problem at a place of the contract, if there is one. */
export type ReportProblem = (path: Path, message: string | false | undefined) => void;

/**
 * A rule of the lint. It reads the whole contract and reports the problems that Redocly doesn't
 * report itself.
 */
export type Rule = (contract: Contract, report: ReportProblem) => void;

export const isNonBlank = (value: unknown): value is string =>
  typeof value === "string" && value.trim() !== "";
