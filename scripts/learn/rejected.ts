import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parse, stringify } from "yaml";

const head = `# Facts that traffic seemed to show, and that a maintainer has rejected. \`npm run learn\` does not propose them again.
`;

/** The ids of the facts that are not to come back. */
export const readRejected = (file: string): Set<string> =>
  new Set(existsSync(file) ? ((parse(readFileSync(file, "utf8")) ?? []) as string[]) : []);

export function addRejected(file: string, ids: readonly string[]): void {
  const all = [...new Set([...readRejected(file), ...ids])].sort();
  writeFileSync(file, head + stringify(all));
}
