import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseYaml } from "../scripts/contract/document.ts";

/** Reads the YAML of a test, by its path in this folder. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows its rows.
export const readData = (file: string): any =>
  parseYaml(readFileSync(join(import.meta.dirname, file), "utf8"), file);
