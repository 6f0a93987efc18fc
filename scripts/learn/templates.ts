import { type Accumulator, mostParents, type Visited } from "./accumulate/accumulator.ts";
import { type Endpoint, emptyEndpoint, mergeEndpoint } from "./accumulate/endpoint.ts";
import { words } from "./names/words.ts";
import { areCompatible, clustersOf, isWithin, signatureOf } from "./signature.ts";
import type { Withheld } from "./withhold.ts";

/** A method and a path template, and what was seen of it. */
export interface Template {
  method: string;
  path: string;
  /** The types of its path values. */
  values: Record<string, "integer" | "string">;
  endpoint: Endpoint;
}

/** The templates of all observed paths, and what was withheld of them. */
export interface Templates {
  templates: Template[];
  withheld: Withheld[];
}

/** A visited path whose segments are resolved one by one, as words or values. */
interface Row {
  visited: Visited;
  /** The segments so far: a word, or `undefined` for a value. */
  resolved: (string | undefined)[];
  /** Words that were taken for values, by position. */
  withheld: Map<number, string>;
  /** Whether one of them may as well be a word of the path: the responses of its siblings differ. */
  unclear: boolean;
}

/** As many unknown words with the same kind of response are values, even next to other words. */
const fewestSiblings = 4;

/**
 * Tells words from values in the observed segments, by the evidence of all exchanges together. A word that neither the
 * contract nor other APIs explain is a value, until it recurs below several resources.
 */
export function templatesOf(accumulator: Accumulator): Templates {
  const { isContract, isKnown } = accumulator.vocabulary;
  const all = [...accumulator.visited.values()];
  const rows = resolve(
    all
      .filter(({ known }) => !known)
      .map((visited) => ({ visited, resolved: [], withheld: new Map(), unclear: false })),
    0,
  );
  const templates = new Map<string, Template>();
  const withheld = new Map<string, Set<string>>();
  for (const visited of all.filter(({ known }) => known)) join(visited, `${visited.known}`, {});
  for (const { visited, resolved, withheld: words, unclear } of rows) {
    const names = namesOf(resolved);
    const segments = names.map((name, index) => (name === undefined ? `${resolved[index]}` : `{${name}}`));
    for (const [index, word] of words) {
      const place = `${visited.method} /${segments.slice(0, index + 1).join("/")}${unclear ? " (left out: may be a word)" : ""}`;
      withheld.set(place, (withheld.get(place) ?? new Set()).add(word));
    }
    if (unclear) continue;
    const integers = names.flatMap((name, index) =>
      name === undefined ? [] : [[name, visited.segments[index] === "{}" && visited.integers[index] === true] as const],
    );
    join(visited, `/${segments.join("/")}`, Object.fromEntries(integers));
  }
  const key = ({ path, method }: Template) => `${path} ${method}`;
  return {
    templates: [...templates.values()].sort((one, other) => (key(one) < key(other) ? -1 : 1)),
    withheld: [...withheld].map(([place, names]) => ({ place, kind: "path segment", names: [...names].sort() })),
  };

  function join({ method, endpoint }: Visited, path: string, integers: Record<string, boolean>) {
    const id = `${method} ${path}`;
    const template = templates.get(id) ?? { method, path, values: {}, endpoint: emptyEndpoint() };
    for (const [name, integer] of Object.entries(integers)) {
      template.values[name] = integer && template.values[name] !== "string" ? "integer" : "string";
    }
    mergeEndpoint(template.endpoint, endpoint);
    templates.set(id, template);
  }

  function resolve(rows: Row[], depth: number): Row[] {
    const ended = rows.filter(({ visited }) => visited.segments.length === depth);
    const groups = group(
      rows.filter(({ visited }) => visited.segments.length > depth),
      ({ visited }) => `${visited.segments[depth]}`,
    );
    const { values, unclear } = valuesAmong(groups, depth);
    const together = group([...groups], ([segment]) => (values.has(segment) ? "" : segment));
    return [
      ...ended,
      ...[...together].flatMap(([segment, parts]) =>
        resolve(
          parts.flatMap(([written, members]) =>
            members.map((row) => ({
              ...row,
              resolved: [...row.resolved, segment === "" ? undefined : segment],
              withheld:
                segment === "" && written !== "{}" ? new Map([...row.withheld, [depth, written]]) : row.withheld,
              unclear: row.unclear || unclear.has(written),
            })),
          ),
          depth + 1,
        ),
      ),
    ];
  }

  /** Which of the segments at one place are values, and which of these may as well be words. */
  function valuesAmong(groups: ReadonlyMap<string, Row[]>, depth: number) {
    const values = new Set<string>(groups.has("{}") ? ["{}"] : []);
    const undecided = [...groups.keys()].filter((segment) => segment !== "{}" && !isContract(segment)).sort();
    const rowsOf = (segments: Iterable<string>) => [...segments].flatMap((segment) => groups.get(segment) ?? []);
    const remaining = () => undecided.filter((segment) => !values.has(segment));
    const signature = (segments: Iterable<string>, withTypes = false) =>
      signatureOf(
        rowsOf(segments).map(({ visited }) => visited),
        depth,
        withTypes,
      );
    const isUnknown = (segment: string) => !isKnown(segment) && !recurs(rowsOf([segment]), depth);
    // Segments at the top are names of resources.
    const isDeep = rowsOf(groups.keys()).some(({ resolved }) =>
      resolved.some((segment) => segment && !/^(api|v\d+)$/i.test(segment)),
    );
    if (isDeep) {
      if (values.size > 0) {
        const signs = signature(values);
        for (const segment of remaining()) if (areCompatible(signs, signature([segment]))) values.add(segment);
      }
      for (const cluster of clustersOf(remaining(), (segment) => signature([segment]))) {
        if (cluster.length >= fewestSiblings) for (const segment of cluster) values.add(segment);
      }
    }
    // The remaining ones have other fields than the values next to them, or none at all.
    const unknown = remaining().filter(isUnknown);
    const others = signature(values, true);
    const fitting = unknown.filter((segment) => isDeep && isWithin(signature([segment], true), others));
    const different = unknown.filter((segment) => !fitting.includes(segment));
    const areAlike =
      isDeep && values.size === 0 && clustersOf(different, (segment) => signature([segment], true)).length < 2;
    const unclear = new Set(areAlike ? [] : different);
    for (const segment of unknown) values.add(segment);
    return { values, unclear };
  }
}

/** Whether a segment occurred below several resources, as the words of a path do. */
const recurs = (rows: readonly Row[], depth: number): boolean =>
  new Set(rows.flatMap(({ visited }) => [...(visited.parents[depth] ?? [])])).size >= mostParents;

function group<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const members = groups.get(key(item));
    if (members) members.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

/** Names for the values of a path: `agentId` after `agents`. */
function namesOf(resolved: readonly (string | undefined)[]): (string | undefined)[] {
  const taken = new Set<string>();
  return resolved.map((segment, index) => {
    if (segment !== undefined) return undefined;
    const [first = "", ...rest] = words(resolved[index - 1] ?? "").filter((word) => /^[a-z]/.test(word));
    const stem = [first, ...rest.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)].join("");
    const base = stem === "" ? "id" : /Id$/.test(stem) ? stem : `${stem}Id`;
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base}${number}`;
    taken.add(name);
    return name;
  });
}
