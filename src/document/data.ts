import { existsSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { maxDepth, parseJson } from "../core/text.ts";
import { readText } from "../platform/files.ts";
import { loadPeers } from "../platform/peers.ts";

/**
 * Returns the file of this package's contract: JSON in the built package, which is parsed faster,
 * else YAML.
 */
export function findPackageContract(): string {
  // The build puts this module into its entry's folder, or into one that several entries share.
  const built = ["../openapi.json", "../../openapi.json"].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return built.find((file) => existsSync(file)) ?? fileURLToPath(import.meta.resolve("#contract"));
}

/** Reads a YAML or JSON file. @throws an error that says what is wrong with it. */
export async function readData(file: string): Promise<unknown> {
  // YAML would read a byte order mark, too, but JSON would then be read as YAML.
  const text = readText(file).replace(/^\uFEFF/, "");
  // JSON is YAML too, but its own parser is a hundred times as fast.
  const json = parseJson(text);
  if (json !== undefined) return json;
  const { load, CORE_SCHEMA, mergeTag } = (await loadYaml())["js-yaml"];
  try {
    const schema = CORE_SCHEMA.withTags(mergeTag);
    const value = load(text, { schema, maxDepth, maxAliases: 3_000 });
    assertEnds(value);
    return value;
  } catch (error) {
    const { message, reason = message, mark } = error as YamlError;
    const place = mark ? ` at line ${mark.line + 1}, column ${mark.column + 1}` : "";
    return throwInvalid(file, [`${reason[0]?.toUpperCase()}${reason.slice(1)}${place}`]);
  }
}

/** What js-yaml throws, or another error. */
interface YamlError extends Error {
  readonly reason?: string;
  readonly mark?: { readonly line: number; readonly column: number };
}

export const loadYaml = () => loadPeers("read YAML", { "js-yaml": () => import("js-yaml") });

/** Checks that data ends: an alias can refer to what contains it, or repeat what repeats others. */
function assertEnds(root: unknown): void {
  let count = 0;
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null) return;
    if (depth > maxDepth) throw new Error(`It is nested deeper than ${maxDepth} levels.`);
    if (++count > maxObjects) throw new Error(`It has more than ${maxObjects} objects and lists.`);
    for (const part of Object.values(value)) visit(part, depth + 1);
  };
  visit(root, 0);
}

/** A large public contract has a tenth of them. */
const maxObjects = 3_000_000;

export function assertValid(file: string, problems: readonly string[]): void {
  if (problems.length > 0) throwInvalid(file, problems);
}

export function throwInvalid(file: string, problems: readonly string[]): never {
  throw new Error([`${basename(file)} isn't valid:`, ...problems].join("\n- "));
}
