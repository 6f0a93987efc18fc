import type { Contract } from "../contract.ts";
import type { Accumulator, Visited } from "./accumulate/accumulator.ts";
import { type Endpoint, emptyEndpoint, mergeEndpoint } from "./accumulate/endpoint.ts";
import { knownPaths } from "./accumulate/known.ts";
import type { Shape } from "./accumulate/shape.ts";
import { words } from "./names/words.ts";

/** A method and a path template, and what was seen of it. */
export interface Template {
  method: string;
  path: string;
  /** The types of its path values. */
  values: Record<string, "integer" | "string">;
  /** Segments of which the traffic does not tell whether they are words or values: left as they are. */
  unclear: string[];
  endpoint: Endpoint;
}

interface Row {
  visited: Visited;
  /** The segments so far: a word, or `undefined` for a value. */
  resolved: (string | undefined)[];
  unclear: string[];
}

/** Fewer siblings with the same kind of body may as well be words. */
const fewestSiblings = 4;

/** Which of the observed segments are values, by the evidence of all exchanges together. */
export function templatesOf(accumulator: Accumulator, contract: Contract): Template[] {
  const { isVocabulary } = knownPaths(contract);
  const all = [...accumulator.visited.values()];
  const rows = resolve(
    all.filter(({ known }) => !known).map((visited) => ({ visited, resolved: [], unclear: [] })),
    0,
  );
  const templates = new Map<string, Template>();
  for (const visited of all.filter(({ known }) => known)) join(visited, `${visited.known}`, {}, []);
  for (const { visited, resolved, unclear } of rows) {
    const names = namesOf(resolved);
    const path = names.map((name, at) => `/${name === undefined ? resolved[at] : `{${name}}`}`).join("");
    const integers = names.flatMap((name, at) =>
      name === undefined ? [] : [[name, visited.segments[at] === "{}" && visited.integers[at] === true] as const],
    );
    join(visited, path, Object.fromEntries(integers), unclear);
  }
  const key = ({ path, method }: Template) => `${path} ${method}`;
  return [...templates.values()].sort((one, other) => (key(one) < key(other) ? -1 : 1));

  function join({ method, endpoint }: Visited, path: string, integers: Record<string, boolean>, unclear: string[]) {
    const id = `${method} ${path}`;
    const template = templates.get(id) ?? { method, path, values: {}, unclear, endpoint: emptyEndpoint() };
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
    const values = new Set<string>(groups.has("{}") ? ["{}"] : []);
    const open = [...groups.keys()].filter((segment) => segment !== "{}" && !isVocabulary(segment)).sort();
    // At the top stand the names of resources.
    const isDeep = rows.some(({ resolved }) => resolved.some((segment) => segment && !/^(api|v\d+)$/i.test(segment)));
    if (isDeep) {
      for (const segment of open) if (accumulator.occurred(segment)) values.add(segment);
      const left = () => open.filter((segment) => !values.has(segment));
      const rowsOf = (segments: Iterable<string>) => [...segments].flatMap((segment) => groups.get(segment) ?? []);
      if (values.size > 0) {
        const signs = signature(rowsOf(values), depth);
        for (const segment of left()) if (compatible(signs, signature(rowsOf([segment]), depth))) values.add(segment);
      }
      for (const cluster of clusters(left(), (segment) => signature(rowsOf([segment]), depth))) {
        if (cluster.length >= fewestSiblings) for (const segment of cluster) values.add(segment);
      }
    }
    const together = group([...groups], ([segment]) => (values.has(segment) ? "" : segment));
    return [
      ...ended,
      ...[...together].flatMap(([segment, parts]) =>
        resolve(
          parts.flatMap(([, held]) =>
            held.map((row) => ({
              ...row,
              resolved: [...row.resolved, segment === "" ? undefined : segment],
              unclear: segment !== "" && isDeep && open.includes(segment) ? [...row.unclear, segment] : row.unclear,
            })),
          ),
          depth + 1,
        ),
      ),
    ];
  }
}

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

function signature(rows: readonly Row[], depth: number): Signature {
  const signs: Signature = new Map();
  for (const { visited } of rows) {
    const rest = [visited.method, ...visited.segments.slice(depth + 1)].join("/");
    const fields = signs.get(rest) ?? new Set();
    for (const [status, { bodies }] of visited.endpoint.responses) {
      if (status >= 300) continue;
      for (const { shape } of bodies.values()) if (shape) addFields(fields, shape);
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
