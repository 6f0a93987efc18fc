import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/tools/run.ts";

/** Returns the lines below a heading, up to the next one. */
function section(heading: string, file = "CONTRIBUTING.md"): string[] {
  const [, body = ""] = `\n${readFileSync(join(root, file), "utf8")}`.split(`\n${heading}\n`);
  if (!body) throw new Error(`${file} has no heading "${heading}".`);
  return (body.split(/^##/m)[0] ?? "").split("\n");
}

const quoted = (line: string) => [...line.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);
const pathsIn = (line: string) =>
  quoted(line).filter((path) => /^[\w./*-]+(\/|\.(ts|md|yaml))$/.test(path));
const stepsOf = (lines: string[]) => lines.filter((line) => /^\d\. `/.test(line)).flatMap(pathsIn);

/** Lists the first cell of each row of a section's table. */
export const listFirstCells = (heading: string, file?: string): string[] =>
  section(heading, file)
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => quoted(line.split(" | ")[0] ?? ""));

/**
 * Returns the files that a change may touch, and those that it never does; a folder ends with a
 * slash.
 */
export function pathsOfChange(change: string): { files: string[]; never: string[] } {
  const lines = section(`### ${change}`);
  const never = lines.filter((line) => line.startsWith("Never: ")).flatMap(pathsIn);
  const lastFiles = stepsOf(section("### The last steps of every list")).filter(
    (file) => !never.includes(file),
  );
  return { files: [...stepsOf(lines), ...lastFiles], never };
}
