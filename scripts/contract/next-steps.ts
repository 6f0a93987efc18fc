import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../tools/run.ts";

/** Lists what comes after a change of the contract: these steps, and the last ones of every list. */
export const listSteps = (...steps: string[]): string => writeList([...steps, ...readLastSteps()]);

/** Lists what comes after `npm run generate`. */
export const listStepsAfterGenerate = (): string => writeList(readLastSteps().slice(1));

/** Reads the last steps of every list in CONTRIBUTING.md. */
function readLastSteps(): string[] {
  const guide = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  const [, list = ""] = guide.split("### The last steps of every list\n\n");
  const [steps = ""] = list.split("\n\n");
  return steps.match(/(?<=^\d\. ).*/gm) ?? [];
}

const writeList = (steps: string[]) =>
  ["Next:", ...steps.map((step, index) => `${index + 1}. ${step}`)].join("\n");
