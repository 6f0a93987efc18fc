import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/tools/run.ts";

/** The text below a heading, up to the next one. */
function section(heading: string, file = "CONTRIBUTING.md"): string {
  const [, body = ""] = `\n${readFileSync(join(root, file), "utf8")}`.split(`\n${heading}\n`);
  if (!body) throw new Error(`${file} has no heading "${heading}".`);
  return body.split(/^##/m)[0] ?? "";
}

const quoted = (line: string) => [...line.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);

/** The first cell of each row of a section's table. */
export const firstCells = (heading: string, file?: string): string[] =>
  section(heading, file)
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => quoted(line.split(" | ")[0] ?? ""));

const stepsOf = (lines: string[]) => lines.filter((line) => /^\d\. `/.test(line));

const pathsIn = (line: string) => quoted(line).filter((path) => /^[\w./*-]+(\/|\.(ts|md|yaml))$/.test(path));

/** The files that a change may touch, and those that it never does; a folder ends with a slash. */
export function touched(change: string): { files: string[]; never: string[] } {
  const lines = section(`### ${change}`).split("\n");
  const never = lines.filter((line) => line.startsWith("Never: ")).flatMap(pathsIn);
  const lastFiles = stepsOf(section("### The last steps of every list").split("\n")).flatMap(pathsIn);
  return { files: [...stepsOf(lines).flatMap(pathsIn), ...lastFiles.filter((file) => !never.includes(file))], never };
}
