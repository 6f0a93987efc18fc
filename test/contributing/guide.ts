import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/tools/run.ts";

const text = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");

/** The text below a heading, up to the next one. */
function section(heading: string): string {
  const [, body = ""] = text.split(`\n${heading}\n`);
  if (!body) throw new Error(`CONTRIBUTING.md has no heading "${heading}".`);
  return body.split(/^##/m)[0] ?? "";
}

const quoted = (line: string) => [...line.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);

/** The first cell of each row of a section's table. */
export const firstCells = (heading: string): string[] =>
  section(heading)
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => quoted(line.split(" | ")[0] ?? ""));

/** The files that a change may touch, and those that it never does; a folder ends with a slash. */
export function touched(change: string): { files: string[]; never: string[] } {
  const lines = section(`### ${change}`).split("\n");
  const steps = lines.filter((line) => /^\d\. `/.test(line));
  const paths = (line: string) => quoted(line).filter((path) => /^[\w./*-]+(\/|\.(ts|md|yaml))$/.test(path));
  return { files: steps.flatMap(paths), never: lines.filter((line) => line.startsWith("Never: ")).flatMap(paths) };
}
