import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parse, stringify } from "yaml";
import { isReservedName } from "../name/vocabulary.ts";

const headings = {
  rejected:
    "Facts that traffic seemed to show, and that a maintainer has rejected. `npm run learn` doesn't propose them again.",
  allowed: "Names in traffic that a maintainer has allowed. `npm run learn` uses them.",
};

/** Reads a list of the maintainer's decisions. It's empty if the file doesn't exist. */
export function readList(file: string): string[] {
  const list: unknown = existsSync(file) ? (parse(readFileSync(file, "utf8")) ?? []) : [];
  if (!Array.isArray(list)) throw new Error(`${file} isn't a YAML list: correct it or remove it.`);
  return list.map(String);
}

const splitNames = (names = "") => names.split(",").flatMap((name) => name.trim() || []);

/** Returns why names, with commas between them, can't be allowed; `undefined` if they can. */
export function checkNames(names: string | undefined): string | undefined {
  const unusableName = splitNames(names).find(isReservedName);
  return unusableName && `${unusableName} can't be allowed: JavaScript or JSON Schema gives this name a meaning.`;
}

/**
 * Adds names, with commas between them, to the list of allowed names.
 * @throws an error of one sentence if one of them can't be allowed.
 */
export function allowNames(file: string, names: string): void {
  const problem = checkNames(names);
  if (problem) throw new Error(problem);
  const list = splitNames(names);
  if (list.length > 0) addToList(file, "allowed", list);
}

/** Adds items to a list of decisions, and sorts it. */
export function addToList(file: string, kind: keyof typeof headings, items: readonly string[]): void {
  const sortedItems = [...new Set([...readList(file), ...items])].sort();
  writeFileSync(file, `# ${headings[kind]}\n${stringify(sortedItems)}`);
}
