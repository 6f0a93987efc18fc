/** A method, and a path with `{name}` for each of its values. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/** The route of a request, and the values in its path. */
export interface PathMatch<Id extends string> {
  readonly id: Id;
  /** The values in the path, by name. */
  readonly pathValues: Readonly<Record<string, string>>;
}

/** The paths of one method that begin with the same segments. */
interface PathNode<Id> {
  readonly literals: Map<string, PathNode<Id>>;
  /** The more literal first. */
  readonly templates: { readonly template: Template; readonly next: PathNode<Id> }[];
  id?: Id;
}

/** A segment such as `{id}.json`: `["", "id", ".json"]`, literal text at the even indices, names at the odd ones. */
type Template = readonly string[];

/** Creates the matcher of routes. Of two routes with the same method and path, the first counts. */
export function createPathMatcher<Id extends string>(routes: Readonly<Record<Id, Route>>) {
  const methods = new Map<string, PathNode<Id>>();
  for (const [id, { method, path }] of Object.entries(routes) as [Id, Route][]) {
    const root = methods.get(method) ?? createNode();
    methods.set(method, root);
    const last = segmentsOf(path).reduce(childOf, root);
    last.id ??= id;
  }
  return {
    /**
     * Finds the route of a request: the one whose path is the most literal, from the left. A HEAD request that has no
     * route gets that of GET: its response is the same without the content (RFC 9110, 9.3.2).
     * @param segments The segments of the path, decoded.
     * @param accepts Returns whether a route may be chosen. Default: any may.
     */
    match: (method: string, segments: readonly string[], accepts: (match: PathMatch<Id>) => boolean = () => true) =>
      findRoute(methods.get(method), segments, accepts) ??
      (method === "HEAD" ? findRoute(methods.get("GET"), segments, accepts) : undefined),
    /** Returns the methods that routes with this path have, and HEAD if GET is among them. */
    methods(segments: readonly string[]): string[] {
      const allowedMethods = [...methods]
        .filter(([, root]) => findRoute(root, segments, () => true))
        .map(([method]) => method);
      return allowedMethods.includes("GET") && !allowedMethods.includes("HEAD")
        ? [...allowedMethods, "HEAD"]
        : allowedMethods;
    },
  };
}

/** Splits a path into its segments, without decoding them. */
export const segmentsOf = (path: string): string[] => path.slice(1).split("/");

/** Returns the names of the values in a path. */
export const pathValueNamesOf = (path: string): string[] => path.match(/(?<=\{)[^}]+(?=\})/g) ?? [];

/** Replaces each `{name}` in a path by its value. Encodes nothing. */
export const fillPath = (path: string, value: (name: string) => string): string =>
  path.replace(/\{([^}]+)\}/g, (_, name) => value(name));

const createNode = <Id>(): PathNode<Id> => ({ literals: new Map(), templates: [] });
const literalLengthOf = (template: Template) =>
  template.reduce((length, text, index) => length + (index % 2 ? 0 : text.length), 0);

/** Returns the node after a segment, and adds it if it is missing. */
function childOf<Id>(node: PathNode<Id>, segment: string): PathNode<Id> {
  const template = segment.split(/\{([^}]+)\}/);
  if (template.length === 1) {
    const next = node.literals.get(segment) ?? createNode<Id>();
    node.literals.set(segment, next);
    return next;
  }
  const equalNode = node.templates.find((sibling) => String(sibling.template) === String(template));
  if (equalNode) return equalNode.next;
  const newNode = { template, next: createNode<Id>() };
  const index = node.templates.findIndex((sibling) => literalLengthOf(sibling.template) < literalLengthOf(template));
  node.templates.splice(index < 0 ? node.templates.length : index, 0, newNode);
  return newNode.next;
}

/** Finds the accepted route below a node for the segments from `index` on. */
function findRoute<Id extends string>(
  node: PathNode<Id> | undefined,
  segments: readonly string[],
  accepts: (match: PathMatch<Id>) => boolean,
  index = 0,
  values: readonly (readonly [string, string])[] = [],
): PathMatch<Id> | undefined {
  if (!node) return undefined;
  const segment = segments[index];
  if (segment === undefined) {
    const match = node.id !== undefined && { id: node.id, pathValues: Object.fromEntries(values) };
    return match && accepts(match) ? match : undefined;
  }
  const literal = findRoute(node.literals.get(segment), segments, accepts, index + 1, values);
  if (literal) return literal;
  for (const { template, next } of node.templates) {
    const segmentValues = matchTemplate(template, segment);
    const match = segmentValues && findRoute(next, segments, accepts, index + 1, [...values, ...segmentValues]);
    if (match) return match;
  }
  return undefined;
}

/**
 * Returns the values in a segment, by name; `undefined` if the segment doesn't match. No value is empty. Each is as
 * short as possible, so that the search takes linear time.
 */
function matchTemplate(template: Template, segment: string): [string, string][] | undefined {
  const values: [string, string][] = [];
  if (!segment.startsWith(template[0] ?? "")) return undefined;
  let start = template[0]?.length ?? 0;
  for (let index = 1; index < template.length; index += 2) {
    const text = template[index + 1] ?? "";
    const isLast = index + 2 === template.length;
    const end = isLast ? segment.length - text.length : segment.indexOf(text, start + 1);
    if (end <= start || (isLast && !segment.endsWith(text))) return undefined;
    values.push([template[index] ?? "", segment.slice(start, end)]);
    start = end + text.length;
  }
  return values;
}
