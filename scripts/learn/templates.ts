import { splitWords } from "../contract.ts";
import { type Accumulator, maxParents, type VisitedPath } from "./accumulate/accumulator.ts";
import { type Endpoint, mergeEndpoint } from "./accumulate/endpoint.ts";
import { clustersOf, isWithin, signatureOf } from "./signature.ts";
import type { WithheldNames } from "./withhold.ts";

/** A method and a path template with the observations of its exchanges. */
export interface Template {
  method: string;
  path: string;
  /** The types of its path values. */
  values: Record<string, "integer" | "string">;
  endpoint: Endpoint;
}

/** A visited path whose segments are resolved one by one, as words or values. */
interface Row {
  visitedPath: VisitedPath;
  /** The segments that are resolved so far: a word, or `undefined` for a value. */
  resolved: (string | undefined)[];
  /** Whether a segment that was taken for a value may be a word, since its responses differ from the values'. */
  isUnclear: boolean;
}

/** This many words that the contract doesn't have are values if their responses are alike, even if APIs have them. */
const fewestSiblings = 4;

/**
 * Distinguishes words from values in the observed segments, by the evidence of all exchanges. A word that is neither in
 * the contract nor common in APIs is a value, unless it recurs below several resources. Returns the templates,
 * without those of paths that stay unclear, and the withheld words.
 */
export function templatesOf({ vocabulary, visitedPaths }: Accumulator): {
  templates: Template[];
  withheldNames: WithheldNames[];
} {
  const templates = new Map<string, Template>();
  const wordsByPlace = new Map<string, Set<string>>();
  const newPaths = [...visitedPaths.values()].filter(({ template }) => !template);
  for (const visitedPath of visitedPaths.values())
    if (visitedPath.template) addEndpoint(visitedPath, visitedPath.template, {});
  const rows = newPaths.map((visitedPath): Row => ({ visitedPath, resolved: [], isUnclear: false }));
  resolveSegments(rows);
  for (const { visitedPath, resolved, isUnclear } of rows) {
    const { method, segments, integers } = visitedPath;
    const names = namesOf(resolved);
    const templateSegments = names.map((name, index) => (name === undefined ? resolved[index] : `{${name}}`));
    const values: Template["values"] = {};
    for (const [index, name] of names.entries()) {
      if (name === undefined) continue;
      values[name] = segments[index] === "{}" && integers[index] ? "integer" : "string";
      if (segments[index] === "{}") continue;
      const path = templateSegments.slice(0, index + 1).join("/");
      const place = `${method} /${path}${isUnclear ? " (left out: may be a word)" : ""}`;
      wordsByPlace.set(place, (wordsByPlace.get(place) ?? new Set()).add(`${segments[index]}`));
    }
    if (!isUnclear) addEndpoint(visitedPath, `/${templateSegments.join("/")}`, values);
  }
  const key = ({ path, method }: Template) => `${path} ${method}`;
  return {
    templates: [...templates.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1)),
    withheldNames: [...wordsByPlace].map(([place, names]) => ({
      place,
      kind: "path segment",
      names: [...names].sort(),
    })),
  };

  function addEndpoint({ method, endpoint }: VisitedPath, path: string, values: Template["values"]) {
    const id = `${method} ${path}`;
    const template = templates.get(id);
    if (template) {
      for (const [name, type] of Object.entries(values)) if (type === "string") template.values[name] = type;
      mergeEndpoint(template.endpoint, structuredClone(endpoint));
    } else templates.set(id, { method, path, values, endpoint: structuredClone(endpoint) });
  }

  /** Resolves the segments of all rows, position by position: rows with the same start are compared. */
  function resolveSegments(rows: readonly Row[]): void {
    let openRows = rows;
    for (let depth = 0; openRows.length > 0; depth++) {
      openRows = openRows.filter(({ visitedPath }) => visitedPath.segments.length > depth);
      for (const siblings of groupBy(openRows, ({ resolved }) => JSON.stringify(resolved)).values()) {
        const groups = groupBy(siblings, ({ visitedPath }) => `${visitedPath.segments[depth]}`);
        const { values, unclearSegments } = findValues(groups, depth);
        for (const row of siblings) {
          const segment = `${row.visitedPath.segments[depth]}`;
          row.resolved.push(values.has(segment) ? undefined : segment);
          row.isUnclear ||= unclearSegments.has(segment);
        }
      }
    }
  }

  /** Returns the segments at a position that are values, and those among them that may be words. */
  function findValues(groups: ReadonlyMap<string, Row[]>, depth: number) {
    const ids = groups.has("{}") ? ["{}"] : [];
    // A path that ends in a slash has an empty segment.
    const words = [...groups.keys()]
      .filter((segment) => !/^({})?$/.test(segment) && !vocabulary.isContract(segment))
      .sort();
    const pathsOf = (segments: Iterable<string>) =>
      [...segments].flatMap((segment) => groups.get(segment) ?? []).map(({ visitedPath }) => visitedPath);
    const signatureFor = (segments: Iterable<string>) => signatureOf(pathsOf(segments), depth, false);
    const typedSignatureFor = (segments: Iterable<string>) => signatureOf(pathsOf(segments), depth, true);
    // At the top, segments are names of resources.
    const isDeep = [...groups.values()].some(([row]) =>
      row?.resolved.some((segment) => segment && !/^(api|v\d+)$/i.test(segment)),
    );
    const clusters = isDeep ? clustersOf([...ids, ...words], (segment) => signatureFor([segment])) : [];
    const valueClusters = clusters.filter((cluster) => cluster.includes("{}") || cluster.length >= fewestSiblings);
    const values = new Set([...ids, ...valueClusters.flat()]);
    // The responses of the remaining segments have other fields than those of the values, or no fields.
    const unknownWords = words.filter(
      (word) => !values.has(word) && !vocabulary.isKnown(word) && !isRecurring(pathsOf([word]), depth),
    );
    const valueSignature = typedSignatureFor(values);
    const differentWords = unknownWords.filter(
      (word) => !isDeep || !isWithin(typedSignatureFor([word]), valueSignature),
    );
    const areAlike =
      isDeep && values.size === 0 && clustersOf(differentWords, (word) => typedSignatureFor([word])).length < 2;
    return {
      values: new Set([...values, ...unknownWords]),
      unclearSegments: new Set(areAlike ? [] : differentWords),
    };
  }
}

/** Returns whether a segment occurred below several resources, as the words of a path do. */
const isRecurring = (visitedPaths: readonly VisitedPath[], depth: number): boolean =>
  new Set(visitedPaths.flatMap(({ parents }) => [...(parents[depth] ?? [])])).size >= maxParents;

function groupBy<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const members = groups.get(key(item));
    if (members) members.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

/** Returns names for the values of a path, such as `agentId` after `agents`. */
function namesOf(resolved: readonly (string | undefined)[]): (string | undefined)[] {
  const takenNames = new Set<string>();
  return resolved.map((segment, index) => {
    if (segment !== undefined) return undefined;
    const [first = "", ...rest] = splitWords(resolved[index - 1] ?? "").filter((word) => /^[a-z]/.test(word));
    const stem = [first, ...rest.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)].join("");
    const base = stem === "" ? "id" : /Id$/.test(stem) ? stem : `${stem}Id`;
    let name = base;
    for (let number = 2; takenNames.has(name); number++) name = `${base}${number}`;
    takenNames.add(name);
    return name;
  });
}
