import { memoizeString } from "../../../src/openapi/cache.ts";
import {
  createPathMatcher,
  type PathMatch,
  pathValueNamesOf,
  type Route,
  withoutTrailingSlash,
} from "../../../src/openapi/path.ts";
import type { Exchange } from "../../../src/traffic/exchange.ts";
import { isSpelledNumber, type NameRule } from "../../../src/traffic/names.ts";
import type { Contract } from "../../contract/document.ts";
import { addExchange, createEndpoint, type Endpoint } from "../shape/endpoint.ts";

/** A path template in `learned.yaml`. */
export interface ListedPath extends Route {
  /** How each value was found. A path whose values aren't these is the maintainer's. */
  readonly found?: Readonly<Record<string, string>> | undefined;
}

export const isManual = ({ path, found }: ListedPath): boolean =>
  !path.includes("{?}") && (!found || Object.keys(found).join() !== pathValueNamesOf(path).join());

/** The paths with a start, by the key of their next segment. */
export interface PathNode {
  endpoints: Map<string, Endpoint>;
  children: Map<string, PathNode>;
}

/** A method and a path that the contract or the maintainer has. */
export interface KnownPath extends Route {
  endpoint: Endpoint;
  values: Record<string, ValueType>;
}

type ValueType = "integer" | "string";

/**
 * The keys of segments that are no words: a number, another id, and a text without the form of an
 * id.
 */
const idKey = "{}";
export const [integerKey, textKey] = ["{1}", "{;}"] as const;

export const isId = (key: string): boolean => key.startsWith("{");

/**
 * Returns whether a segment is a withheld word: a word of the path, or a value, such as the name of
 * a person.
 */
export const isUnclear = (key: string): boolean => key.startsWith("?");

/** The different words in one place, beyond those of the contract: further ones are ids. */
const maxWords = 64;
const maxNodes = 20_000;

/**
 * Creates the collection of what a run sees. Its memory doesn't grow with the number of exchanges:
 * it keeps no value but the first different words of each place in a path.
 * @param list The paths in `learned.yaml`.
 */
export function createPaths(
  { paths: contractPaths }: Contract,
  rule: NameRule,
  list: readonly ListedPath[],
) {
  const root = createNode();
  const known = new Map<string, KnownPath>();
  let nodeCount = 0;
  const keyOf = memoizeString((segment) => {
    if (isSpelledNumber(segment)) return idKey;
    if (rule.isSafeName(segment) && /^[\w.~:@$-]+$/.test(segment)) return segment;
    if (segment.length <= 64 && /^\p{L}+([._-]\p{L}+)*$/u.test(segment)) return `?${segment}`;
    if (/^\d{1,15}$/.test(segment)) return integerKey;
    return /^[\p{L}\d._~@+-]*\d[\p{L}\d._~@+-]*$/u.test(segment) ? idKey : textKey;
  });
  const isInContract = ({ path }: ListedPath) => path in contractPaths;
  const manualPaths = list.filter((item) => isManual(item) && !isInContract(item));
  const { match } = createPathMatcher(
    Object.fromEntries(
      [...Object.keys(contractPaths), ...manualPaths.map(({ path }) => path)].map((path) => [
        path,
        { method: "*", path: withoutTrailingSlash(path) },
      ]),
    ),
  );

  function accepts(path: string, values: readonly string[]): boolean {
    const operations = Object.values(contractPaths[path] ?? {});
    // A path that only traffic showed has no words of the contract as values: such a path is
    // another.
    const isObserved =
      operations.length > 0 && operations.every((operation) => "x-observed" in operation);
    return !isObserved || !values.some(rule.isOfContract);
  }

  function addKnown(exchange: Exchange, { id: path, pathValues }: PathMatch<string>): void {
    const { method } = exchange;
    const knownPath = known.get(`${method} ${path}`) ?? {
      method,
      path,
      values: {},
      endpoint: createEndpoint(),
    };
    known.set(`${method} ${path}`, knownPath);
    for (const [name, value] of Object.entries(pathValues))
      knownPath.values[name] =
        keyOf(value) === integerKey ? (knownPath.values[name] ?? "integer") : "string";
    addExchange(knownPath.endpoint, exchange, rule);
  }

  function nodeAfter({ children }: PathNode, segment: string): PathNode | undefined {
    const key = keyOf(segment);
    const hasPlace = isId(key) || rule.isOfContract(segment) || children.size < maxWords;
    const boundedKey = children.has(key) || hasPlace ? key : idKey;
    const node = children.get(boundedKey) ?? (nodeCount++ < maxNodes ? createNode() : undefined);
    if (node) children.set(boundedKey, node);
    return node;
  }

  return {
    root,
    known,
    /** Adds an exchange. Returns whether there was place for its path. */
    add(exchange: Exchange): boolean {
      const { method, segments } = exchange;
      const route = match("*", segments, ({ id, pathValues }) =>
        accepts(id, Object.values(pathValues)),
      );
      if (route) {
        addKnown(exchange, route);
        return true;
      }
      let node: PathNode | undefined = root;
      for (const segment of segments) node &&= nodeAfter(node, segment);
      if (!node) return false;
      const endpoint = node.endpoints.get(method) ?? createEndpoint();
      node.endpoints.set(method, endpoint);
      addExchange(endpoint, exchange, rule);
      return true;
    },
  };
}

const createNode = (): PathNode => ({ endpoints: new Map(), children: new Map() });
