import type { Path } from "./nodes.ts";
import { unknownsAt } from "./unknowns.ts";

/**
 * The subject of an unknown, by which a program finds the fact that answers it. The place of an unknown decides and, if a
 * node can have several, the last words of its id, to which the lint holds its phrase. An unknown about anything else,
 * such as a meaning, has no aspect. No other module reads an id.
 */
export type Aspect =
  | ("address" | "method" | "name-only operations")
  | ("header token" | "token" | "parameters" | "payload" | "prefix" | "signing")
  | ("success status" | "failure statuses" | "body")
  | ("name" | "values" | "default" | "bounds" | "origin" | "unit");

/** How a phrase begins whose id names an aspect. */
const phraseStarts: { readonly [Name in Aspect]?: readonly string[] } = {
  "header token": ["Support for"],
  token: ["Token requirement"],
  parameters: ["Request parameters"],
  payload: ["Request payload", "Payload of"],
  prefix: ["Prefix of"],
  signing: ["Signing of"],
  "success status": ["Status code of"],
  "failure statuses": ["Status codes of"],
  body: ["Shape of", "Response body"],
  name: ["Name of"],
  values: ["Allowed values of", "Names of"],
  default: ["Default of"],
  bounds: ["Minimum", "Maximum"],
  origin: ["Number of the first"],
  unit: ["Unit of"],
};

/** Returns how the phrase of an unknown would have to begin for its id to be about what its last words name. */
export function expectedStartsOf(id: string, phrase: string, path: Path): readonly string[] {
  const aspect = aspectOf(id, path);
  const starts = (aspect && phraseStarts[aspect]) ?? [];
  return starts.some((start) => phrase.startsWith(start)) ? [] : starts;
}

/** The last words of an id, with the aspect that they name. */
type Endings = Readonly<Record<string, Aspect>>;

const areaEndings: Endings = { "in-header": "header token", payload: "payload", signing: "signing" };
const operationEndings: Endings = { parameters: "parameters", payload: "payload", prefix: "prefix", token: "token" };
const responseEndings: Endings = {
  "success-status": "success status",
  "status-codes": "failure statuses",
  answer: "body",
  shape: "body",
};
const valueEndings: Endings = Object.fromEntries(
  (["name", "values", "default", "bounds", "origin", "unit"] as const).map((aspect) => [aspect, aspect]),
);

export function aspectOf(id: string, path: Path = ["schema"]): Aspect | undefined {
  const [section] = path;
  if (section === undefined) return id.startsWith("other-operation-") ? "name-only operations" : undefined;
  if (section === "servers") return "address";
  if (section === "x-operation-index") return "method";
  const [, aspect] = Object.entries(endingsAt(path)).find(([ending]) => id.endsWith(`-${ending}`)) ?? [];
  return aspect;
}

function endingsAt(path: Path): Endings {
  if (path[0] === "tags") return areaEndings;
  if (path.at(-2) === "responses") return responseEndings;
  return /^(paths|webhooks|components\npathItems)\n[^\n]+\n[^\n]+$/.test(path.join("\n"))
    ? operationEndings
    : valueEndings;
}

/**
 * Returns the ids of the unknowns at a node that are about an aspect.
 * @param path The place of the node. Default: that of a schema or a parameter, as all of these have the same aspects.
 */
export const unknownIdsAbout = (aspect: Aspect, node: unknown, path: Path = ["schema"]): string[] =>
  unknownsAt(node).flatMap(([id]) => (aspectOf(id, path) === aspect ? id : []));

export function createUnknownId(subject: string, aspect: Aspect): string {
  const endings = Object.entries({ ...operationEndings, ...responseEndings });
  const [ending] = endings.find(([, name]) => name === aspect) ?? [];
  return `${subject}-${ending}`;
}
