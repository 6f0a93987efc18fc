import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parse, stringify } from "yaml";

const heads = {
  rejected:
    "Facts that traffic seemed to show, and that a maintainer has rejected. `npm run learn` doesn't propose them again.",
  allowed: "Names in traffic that a maintainer has looked at and allowed. `npm run learn` takes them.",
};

/** Reads a list of the maintainer's decisions. A file that doesn't exist is an empty list. */
export function readList(file: string): string[] {
  const list: unknown = existsSync(file) ? (parse(readFileSync(file, "utf8")) ?? []) : [];
  if (!Array.isArray(list)) throw new Error(`${file} is not a YAML list.`);
  return list.map(String);
}

export function addToList(file: string, kind: keyof typeof heads, items: readonly string[]): void {
  const all = [...new Set([...readList(file), ...items])].sort();
  writeFileSync(file, `# ${heads[kind]}\n${stringify(all)}`);
}
