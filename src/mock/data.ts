import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { loadPeer } from "./peers.ts";

/** Reads a YAML or JSON file. */
export async function readData(file: string): Promise<unknown> {
  const text = readText(file).replace(/^\uFEFF/, "");
  const json = parseJson(text);
  if (json !== undefined) return json;
  const { parseDocument } = await loadPeer("yaml", "read YAML", () => import("yaml"));
  const document = parseDocument(text, { merge: true, prettyErrors: false, resolveKnownTags: false });
  const lineOf = (position: number) => text.slice(0, position).split("\n").length;
  const errors = [...document.errors, ...document.warnings].map(
    ({ message, pos: [position] }) => `line ${lineOf(position)}: ${message}`,
  );
  if (errors.length > 0) throwInvalid(file, errors);
  try {
    return document.toJS({ maxAliasCount: -1 });
  } catch (error) {
    return throwInvalid(file, [(error as Error).message]);
  }
}

/** Parses a JSON object: JSON is YAML too, but its own parser is a hundred times as fast. */
function parseJson(text: string): unknown {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EACCES: "no permission",
  EISDIR: "it is a folder",
  ENOTDIR: "no such file",
};

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new Error(`Can't read ${file}: ${reasons[code] ?? code}.`);
  }
}

/** @throws an error that lists the problems, if there are any. */
export function assertValid(file: string, problems: readonly string[]): void {
  if (problems.length > 0) throwInvalid(file, problems);
}

/** @throws an error that lists the problems. */
export function throwInvalid(file: string, problems: readonly string[]): never {
  throw new Error([`${basename(file)} isn't valid:`, ...problems].join("\n- "));
}
