import { escapePattern } from "./pattern.ts";

/** A method, and a path with `{name}` for each of its values. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

export const findByRoute = <Item extends Route>(
  items: readonly Item[],
  { method, path }: Route,
): Item | undefined => items.find((item) => item.method === method && item.path === path);

export interface PathMatch<Id extends string> {
  readonly id: Id;
  readonly pathValues: Readonly<Record<string, string>>;
}

/**
 * Creates the matcher of routes. Of two routes with the same method and path, the first counts.
 * @param basePaths The paths of servers, as segments. A request below one is matched as without it.
 */
export function createPathMatcher<Id extends string>(
  routes: Readonly<Record<Id, Route>>,
  basePaths: readonly (readonly string[])[] = [],
) {
  const candidates = new Map<
    string,
    { readonly id: Id; readonly segments: readonly Segment[] }[]
  >();
  const methods = new Set<string>();
  for (const [id, { method, path }] of Object.entries(routes) as [Id, Route][]) {
    const segments = decodedSegmentsOf(path).map(readSegment);
    const key = `${method} ${segments.length}`;
    candidates.set(key, [...(candidates.get(key) ?? []), { id, segments }]);
    methods.add(method);
  }
  for (const list of candidates.values())
    list.sort((a, b) => compareLiterals(a.segments, b.segments));

  function findRoute(
    method: string,
    segments: readonly string[],
    accepts: (match: PathMatch<Id>) => boolean = () => true,
  ): PathMatch<Id> | undefined {
    for (const { id, segments: parts } of candidates.get(`${method} ${segments.length}`) ?? []) {
      const pathValues = matchSegments(parts, segments);
      const match = pathValues && { id, pathValues };
      if (match && accepts(match)) return match;
    }
    return undefined;
  }

  /** Returns the segments of a request's path, and what is left of them below each base path. */
  const placesOf = (segments: readonly string[]): (readonly string[])[] => [
    segments,
    ...basePaths
      .filter((base) => base.every((segment, index) => segment === segments[index]))
      .map(({ length }) => segments.slice(length)),
  ];

  return {
    /**
     * Finds the route of a request: the one whose path is the most literal, from the left. A HEAD
     * request that has no route gets that of GET: its response is the same without the content (RFC
     * 9110, 9.3.2).
     * @param segments The segments of the path, decoded.
     * @param accepts Returns whether a route may be chosen. Default: any may.
     */
    match(
      method: string,
      segments: readonly string[],
      accepts?: (match: PathMatch<Id>) => boolean,
    ): PathMatch<Id> | undefined {
      for (const place of placesOf(segments)) {
        const match =
          findRoute(method, place, accepts) ??
          (method === "HEAD" ? findRoute("GET", place, accepts) : undefined);
        if (match) return match;
      }
      return undefined;
    },
    /** Returns the methods that a path has. */
    methods(segments: readonly string[]): string[] {
      const places = placesOf(segments);
      const known = [...methods].filter((method) =>
        places.some((place) => findRoute(method, place)),
      );
      return [...new Set([...known, ...(known.includes("GET") ? ["HEAD"] : [])])];
    },
  };
}

/** Of a request's path, a slash at the end doesn't count. */
export const withoutTrailingSlash = (path: string): string => path.replace(/(?<=.)\/$/, "");

export const segmentsOf = (path: string): string[] => path.slice(1).split("/");

/** Malformed segments stay unchanged. */
export const decodedSegmentsOf = (path: string): string[] => segmentsOf(path).map(decodeIfValid);

/** Returns whether a segment is `.` or `..`, which a URL parser removes. */
export const isDotSegment = (segment: string): boolean => /^\.{1,2}$/.test(segment);

/** Returns the segments that all paths begin with, without a value and the last segment of a path. */
export function sharedSegmentsOf(paths: readonly string[]): string[] {
  const [first = [], ...others] = paths.map((path) => segmentsOf(path).slice(0, -1));
  const end = first.findIndex(
    (segment, index) => isTemplate(segment) || others.some((path) => path[index] !== segment),
  );
  return first.slice(0, end < 0 ? undefined : end);
}

/** Returns whether a path, or a segment of one, has a value: `/relays/{type}`. */
export const isTemplate = (text: string): boolean => /\{[^}]+\}/.test(text);

/** Returns the segments that all paths begin with, up to a version: `["api", "v2"]`. */
export function versionPrefixOf(paths: readonly string[]): string[] {
  const shared = sharedSegmentsOf(paths);
  return shared.slice(
    0,
    shared.findLastIndex((segment) => /^v\d+$/i.test(segment)) + 1 || undefined,
  );
}

export const pathValueNamesOf = (path: string): string[] => path.match(/(?<=\{)[^}]+(?=\})/g) ?? [];

export const fillPath = (path: string, value: (name: string) => string): string =>
  path.replace(/\{([^}]+)\}/g, (_, name) => value(name));

/** Returns what paths that differ by the names of their values have in common. */
export const shapeOf = (path: string): string => fillPath(path, () => "{}");

/** Decodes percent-encoding; `undefined` if it is malformed. */
export function decode(text: string): string | undefined {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Decodes percent-encoding. Malformed text stays unchanged. */
export const decodeIfValid = (text: string): string => decode(text) ?? text;

type Segment = ReturnType<typeof readSegment>;

function readSegment(text: string) {
  const names = pathValueNamesOf(text);
  const expression = names.length > 0 ? expressionOf(text) : undefined;
  return {
    text,
    names,
    expression,
    literalLength: expression ? fillPath(text, () => "").length : Infinity,
  };
}

/**
 * Returns the expression of a segment with values, such as `{id}.json`. No value is empty. Each is
 * as short as possible, and a lookahead is matched once, so that the search takes linear time.
 */
function expressionOf(segment: string): RegExp {
  const [start, ...texts] = segment.split(/\{[^}]+\}/).map(escapePattern);
  const last = texts.pop();
  const values = texts.map((text, index) => `(?=(.+?)${text})\\${index + 1}${text}`);
  return new RegExp(`^${start}${values.join("")}(.+)${last}$`, "s");
}

/** The most literal from the left first. */
function compareLiterals(a: readonly Segment[], b: readonly Segment[]): number {
  const index = a.findIndex(
    ({ literalLength }, index) => literalLength !== b[index]?.literalLength,
  );
  return (b[index]?.literalLength ?? 0) - (a[index]?.literalLength ?? 0);
}

function matchSegments(
  segments: readonly Segment[],
  texts: readonly string[],
): Record<string, string> | undefined {
  const values: [string, string][] = [];
  for (let index = 0; index < segments.length; index++) {
    const { text, names, expression } = segments[index] as Segment;
    const match = expression?.exec(texts[index] ?? "");
    if (expression ? !match : text !== texts[index]) return undefined;
    for (const [number, name] of names.entries()) values.push([name, match?.[number + 1] ?? ""]);
  }
  return Object.fromEntries(values);
}
