import { type Accumulator, maxParents, type VisitedPath } from "./accumulate/accumulator.ts";
import { createEndpoint, type Endpoint, mergeEndpoint } from "./accumulate/endpoint.ts";
import { splitWords } from "./names/words.ts";
import { areCompatible, clustersOf, isWithin, signatureOf } from "./signature.ts";
import type { WithheldNames } from "./withhold.ts";

/** A method and a path template with the observations of its exchanges. */
export interface Template {
  method: string;
  path: string;
  /** The types of its path values. */
  values: Record<string, "integer" | "string">;
  endpoint: Endpoint;
}

/** The templates of all observed paths, and the words that were withheld from them. */
export interface Templates {
  templates: Template[];
  withheldNames: WithheldNames[];
}

/** A visited path whose segments are resolved one by one, as words or values. */
interface Row {
  visitedPath: VisitedPath;
  /** The segments that are resolved so far: a word, or `undefined` for a value. */
  resolved: (string | undefined)[];
  /** The words that were taken for values, by position. */
  withheldWords: Map<number, string>;
  /** Whether a withheld word may be part of the path, since the responses of its siblings differ. */
  isUnclear: boolean;
}

/** This many unknown words with the same kind of response are values, even next to other words. */
const fewestSiblings = 4;

/**
 * Distinguishes words from values in the observed segments, by the evidence of all exchanges. A word that is neither in
 * the contract nor common in APIs is a value, unless it recurs below several resources.
 */
export function templatesOf(accumulator: Accumulator): Templates {
  const { isContract, isKnown } = accumulator.vocabulary;
  const visitedPaths = [...accumulator.visitedPaths.values()];
  const rows = resolveSegments(
    visitedPaths
      .filter(({ template }) => !template)
      .map((visitedPath) => ({ visitedPath, resolved: [], withheldWords: new Map(), isUnclear: false })),
    0,
  );
  const templates = new Map<string, Template>();
  const wordsByPlace = new Map<string, Set<string>>();
  for (const visitedPath of visitedPaths.filter(({ template }) => template))
    addEndpoint(visitedPath, `${visitedPath.template}`, {});
  for (const { visitedPath, resolved, withheldWords, isUnclear } of rows) {
    const names = namesOf(resolved);
    const segments = names.map((name, index) => (name === undefined ? `${resolved[index]}` : `{${name}}`));
    for (const [index, word] of withheldWords) {
      const place = `${visitedPath.method} /${segments.slice(0, index + 1).join("/")}${isUnclear ? " (left out: may be a word)" : ""}`;
      wordsByPlace.set(place, (wordsByPlace.get(place) ?? new Set()).add(word));
    }
    if (isUnclear) continue;
    const integers = names.flatMap((name, index) =>
      name === undefined
        ? []
        : [[name, visitedPath.segments[index] === "{}" && visitedPath.integers[index] === true] as const],
    );
    addEndpoint(visitedPath, `/${segments.join("/")}`, Object.fromEntries(integers));
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

  function addEndpoint({ method, endpoint }: VisitedPath, path: string, integers: Record<string, boolean>) {
    const id = `${method} ${path}`;
    const template = templates.get(id) ?? { method, path, values: {}, endpoint: createEndpoint() };
    for (const [name, isInteger] of Object.entries(integers)) {
      template.values[name] = isInteger && template.values[name] !== "string" ? "integer" : "string";
    }
    mergeEndpoint(template.endpoint, structuredClone(endpoint));
    templates.set(id, template);
  }

  function resolveSegments(rows: Row[], depth: number): Row[] {
    const endedRows = rows.filter(({ visitedPath }) => visitedPath.segments.length === depth);
    const groups = groupBy(
      rows.filter(({ visitedPath }) => visitedPath.segments.length > depth),
      ({ visitedPath }) => `${visitedPath.segments[depth]}`,
    );
    const { values, unclearSegments } = findValues(groups, depth);
    const rowsBySegment = groupBy([...groups], ([segment]) => (values.has(segment) ? "" : segment));
    return [
      ...endedRows,
      ...[...rowsBySegment].flatMap(([segment, parts]) =>
        resolveSegments(
          parts.flatMap(([originalSegment, members]) =>
            members.map((row) => ({
              ...row,
              resolved: [...row.resolved, segment === "" ? undefined : segment],
              withheldWords:
                segment === "" && originalSegment !== "{}"
                  ? new Map([...row.withheldWords, [depth, originalSegment]])
                  : row.withheldWords,
              isUnclear: row.isUnclear || unclearSegments.has(originalSegment),
            })),
          ),
          depth + 1,
        ),
      ),
    ];
  }

  /** Returns the segments at a position that are values, and those among them that may be words. */
  function findValues(groups: ReadonlyMap<string, Row[]>, depth: number) {
    const values = new Set<string>(groups.has("{}") ? ["{}"] : []);
    const candidates = [...groups.keys()].filter((segment) => segment !== "{}" && !isContract(segment)).sort();
    const rowsOf = (segments: Iterable<string>) => [...segments].flatMap((segment) => groups.get(segment) ?? []);
    const remainingSegments = () => candidates.filter((segment) => !values.has(segment));
    const signatureFor = (segments: Iterable<string>, withTypes = false) =>
      signatureOf(
        rowsOf(segments).map(({ visitedPath }) => visitedPath),
        depth,
        withTypes,
      );
    const isUnknown = (segment: string) => !isKnown(segment) && !isRecurring(rowsOf([segment]), depth);
    // At the top, segments are names of resources.
    const isDeep = rowsOf(groups.keys()).some(({ resolved }) =>
      resolved.some((segment) => segment && !/^(api|v\d+)$/i.test(segment)),
    );
    if (isDeep) {
      if (values.size > 0) {
        const valueSignature = signatureFor(values);
        for (const segment of remainingSegments())
          if (areCompatible(valueSignature, signatureFor([segment]))) values.add(segment);
      }
      for (const cluster of clustersOf(remainingSegments(), (segment) => signatureFor([segment]))) {
        if (cluster.length >= fewestSiblings) for (const segment of cluster) values.add(segment);
      }
    }
    // The responses of the remaining segments have other fields than those of the values, or no fields.
    const unknownSegments = remainingSegments().filter(isUnknown);
    const typedValueSignature = signatureFor(values, true);
    const fittingSegments = unknownSegments.filter(
      (segment) => isDeep && isWithin(signatureFor([segment], true), typedValueSignature),
    );
    const differentSegments = unknownSegments.filter((segment) => !fittingSegments.includes(segment));
    const areAlike =
      isDeep &&
      values.size === 0 &&
      clustersOf(differentSegments, (segment) => signatureFor([segment], true)).length < 2;
    const unclearSegments = new Set(areAlike ? [] : differentSegments);
    for (const segment of unknownSegments) values.add(segment);
    return { values, unclearSegments };
  }
}

/** Returns whether a segment occurred below several resources, as the words of a path do. */
const isRecurring = (rows: readonly Row[], depth: number): boolean =>
  new Set(rows.flatMap(({ visitedPath }) => [...(visitedPath.parents[depth] ?? [])])).size >= maxParents;

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
