import type { Path } from "./nodes.ts";
import { unknownsAt } from "./unknowns.ts";

/**
 * The subject of an unknown, by which a program finds the fact that answers it. The place of an
 * unknown decides and, if a node can have several, the last words of its id, to which the lint
 * holds its phrase. An unknown about anything else, such as a meaning, has no aspect. No other
 * module reads an id.
 */
export type Aspect = "address" | "method" | "name-only operations" | (typeof rows)[number][2];

/**
 * By kind of node, the last words of an id, the aspect that they name, and how its phrase begins.
 */
const rows = [
  ["area", "in-header", "header token", "Support for"],
  ["area", "payload", "payload", "Request payload", "Payload of"],
  ["area", "signing", "signing", "Signing of"],
  ["operation", "parameters", "parameters", "Request parameters"],
  ["operation", "payload", "payload", "Request payload", "Payload of"],
  ["operation", "prefix", "prefix", "Prefix of"],
  ["operation", "token", "token", "Token requirement"],
  ["response", "success-status", "success status", "Status code of"],
  ["response", "status-codes", "failure statuses", "Status codes of"],
  ["response", "answer", "body", "Shape of", "Response body"],
  ["response", "shape", "body", "Shape of", "Response body"],
  ["value", "name", "name", "Name of"],
  ["value", "values", "values", "Allowed values of", "Names of"],
  ["value", "default", "default", "Default of"],
  ["value", "bounds", "bounds", "Minimum", "Maximum"],
  ["value", "origin", "origin", "Number of the first"],
  ["value", "unit", "unit", "Unit of"],
] as const;

function findRow(id: string, path: Path) {
  const isAbout = ([kind, ending]: (typeof rows)[number]) =>
    id.endsWith(`-${ending}`) && kind === kindOf(path);
  return rows.find(isAbout);
}

function kindOf(path: Path): (typeof rows)[number][0] {
  if (path[0] === "tags") return "area";
  if (path.at(-2) === "responses") return "response";
  const isOperation = /^(paths|webhooks|components\npathItems)\n[^\n]+\n[^\n]+$/.test(
    path.join("\n"),
  );
  return isOperation ? "operation" : "value";
}

export function aspectOf(id: string, path: Path = ["schema"]): Aspect | undefined {
  const [section] = path;
  if (section === undefined)
    return id.startsWith("other-operation-") ? "name-only operations" : undefined;
  if (section === "servers") return "address";
  if (section === "x-operation-index") return "method";
  return findRow(id, path)?.[2];
}

/**
 * Returns how the phrase of an unknown would have to begin for its id to be about what its last
 * words name.
 */
export function expectedStartsOf(id: string, phrase: string, path: Path): readonly string[] {
  const [, , , ...starts] = findRow(id, path) ?? [];
  return starts.some((start) => phrase.startsWith(start)) ? [] : starts;
}

/**
 * Returns the ids of the unknowns at a node that are about an aspect.
 * @param path The place of the node. Default: that of a schema or a parameter, as all of these have
 * the same aspects.
 */
export const unknownIdsAbout = (aspect: Aspect, node: unknown, path: Path = ["schema"]): string[] =>
  unknownsAt(node).flatMap(([id]) => (aspectOf(id, path) === aspect ? id : []));

export const createUnknownId = (subject: string, aspect: Aspect): string =>
  `${subject}-${rows.find(([, , name]) => name === aspect)?.[1]}`;
