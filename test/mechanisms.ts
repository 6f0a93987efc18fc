import type { TestProject } from "vitest/node";
import { generateFiles } from "../scripts/test/mechanisms.ts";

/** Generates the files that the tests of mechanisms import, if some of them run. */
export default ({ config }: TestProject): void => void generateFiles(config.root);
