import { type Accumulator, mostParents, type Visited } from "./accumulate/accumulator.ts";
import { type Endpoint, emptyEndpoint, mergeEndpoint } from "./accumulate/endpoint.ts";
import type { Shape } from "./accumulate/shape.ts";
import { words } from "./names/words.ts";
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

interface Row {
  visited: Visited;
  /** The segments so far: a word, or `undefined` for a value. */
  resolved: (string | undefined)[];
  /** Words that were taken for values. */
  withheld: Map<number, string>;
  /** Whether one of them may as well be a word of the path: the responses of its siblings differ. */
  unclear: boolean;
}

/** As many unknown words with the same kind of response are values, even beside other words. */
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
    const open = [...groups.keys()].filter((segment) => segment !== "{}" && !isContract(segment)).sort();
    const rowsOf = (segments: Iterable<string>) => [...segments].flatMap((segment) => groups.get(segment) ?? []);
    const left = () => open.filter((segment) => !values.has(segment));
    const isUnknown = (segment: string) => !isKnown(segment) && !recurs(rowsOf([segment]), depth);
    // At the top stand the names of resources.
    const isDeep = rowsOf(groups.keys()).some(({ resolved }) =>
      resolved.some((segment) => segment && !/^(api|v\d+)$/i.test(segment)),
    );
    if (isDeep) {
      if (values.size > 0) {
        const signs = signature(rowsOf(values), depth);
        for (const segment of left()) if (compatible(signs, signature(rowsOf([segment]), depth))) values.add(segment);
      }
      for (const cluster of clusters(left(), (segment) => signature(rowsOf([segment]), depth))) {
        if (cluster.length >= fewestSiblings) for (const segment of cluster) values.add(segment);
      }
    }
    // What is left has other fields than the values beside it, or none at all.
    const signsOf = (segments: Iterable<string>) => signature(rowsOf(segments), depth, true);
    const unknown = left().filter(isUnknown);
    const others = signsOf(values);
    const fitting = unknown.filter((segment) => isDeep && isWithin(signsOf([segment]), others));
    const different = unknown.filter((segment) => !fitting.includes(segment));
    const areAlike = isDeep && values.size === 0 && clusters(different, (segment) => signsOf([segment])).length < 2;
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
    const own = groups.get(key(item));
    if (own) own.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

/** What stands behind a segment: by method and the rest of the path, the fields of successful responses. */
type Signature = Map<string, Set<string>>;

/** @param withTypes Whether responses without fields are told apart by their media type. */
function signature(rows: readonly Row[], depth: number, withTypes = false): Signature {
  const signs: Signature = new Map();
  for (const { visited } of rows) {
    const rest = [visited.method, ...visited.segments.slice(depth + 1)].join("/");
    const fields = signs.get(rest) ?? new Set();
    for (const [status, { bodies }] of visited.endpoint.responses) {
      if (status >= 300) continue;
      for (const { shape } of bodies.values()) if (shape) addFields(fields, shape);
      if (withTypes && fields.size === 0)
        for (const type of bodies.size > 0 ? bodies.keys() : ["none"]) fields.add(`(${type})`);
    }
    signs.set(rest, fields);
  }
  return signs;
}

/** Every response may have these. */
const envelope = new Set(["success", "message"]);

function addFields(fields: Set<string>, shape: Shape, at = ""): void {
  for (const [name, inner] of shape.fields) {
    if (at === "" && envelope.has(name)) continue;
    fields.add(`${at}.${name}`);
    if (at.split(".").length < 3) addFields(fields, inner, `${at}.${name}`);
  }
  if (shape.items) addFields(fields, shape.items, `${at}[]`);
}

/** Whether both have a kind of response in common. */
const compatible = (one: Signature, other: Signature): boolean =>
  [...one].some(([rest, fields]) => {
    const others = other.get(rest) ?? new Set();
    const shared = [...fields].filter((field) => others.has(field)).length;
    return shared > 0 && shared / new Set([...fields, ...others]).size >= 0.6;
  });

/** Whether most fields of one kind of response are fields of the other: a single response has few of them. */
const isWithin = (one: Signature, other: Signature): boolean =>
  [...one].some(([rest, fields]) => {
    const shared = [...fields].filter((field) => other.get(rest)?.has(field)).length;
    return shared > 0 && shared / fields.size >= 0.6;
  });

function clusters(segments: readonly string[], signatureOf: (segment: string) => Signature): string[][] {
  const found: { signs: Signature; segments: string[] }[] = [];
  for (const segment of segments) {
    const signs = signatureOf(segment);
    const fits = found.find((cluster) => compatible(cluster.signs, signs));
    if (fits) fits.segments.push(segment);
    else found.push({ signs, segments: [segment] });
  }
  return found.map((cluster) => cluster.segments);
}

/** Names for the values of a path: `agentId` behind `agents`. */
function namesOf(resolved: readonly (string | undefined)[]): (string | undefined)[] {
  const taken = new Set<string>();
  return resolved.map((segment, at) => {
    if (segment !== undefined) return undefined;
    const [first = "", ...rest] = words(resolved[at - 1] ?? "").filter((word) => /^[a-z]/.test(word));
    const stem = [first, ...rest.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)].join("");
    const base = stem === "" ? "id" : /Id$/.test(stem) ? stem : `${stem}Id`;
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base}${number}`;
    taken.add(name);
    return name;
  });
}
