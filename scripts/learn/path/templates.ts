import { splitWords } from "../../contract.ts";
import type { Vocabulary } from "../name/vocabulary.ts";
import { createEndpoint, type Endpoint, mergeEndpoint } from "../shape/endpoint.ts";
import type { Observations, ObservedPath } from "../shape/observations.ts";
import { mergeNames } from "../shape/shape.ts";
import { areAlike, clustersOf, signatureOf } from "./alike.ts";
import { createListMatcher, type ListedPath, valueNamesOf } from "./list.ts";
import { isUnclear, value } from "./segment.ts";

/** A method and a path template with the observations of its exchanges. */
export interface PathTemplate {
  method: string;
  path: string;
  /** The types of its path values. */
  values: Record<string, "integer" | "string">;
  /** How each value was found; empty for a path of the contract or of the maintainer's list. */
  evidence: Record<string, string>;
  /** Whether the contract has a template for the path. */
  isKnown: boolean;
  /** The paths that an unclear one may be. */
  readings?: string[] | undefined;
  /** The entry of the maintainer's list. */
  listEntry?: ListedPath | undefined;
  endpoint: Endpoint;
  /** The words that aren't known, and how often they occurred. */
  withheldCount: number;
  hiddenNames?: Set<string> | undefined;
}

/** A resolved segment: a word, or a value with its evidence. */
type Resolved = { word: string } | { found: string; isUnclear?: boolean };

interface PathResolution {
  observedPath: ObservedPath;
  resolved: Resolved[];
}

/** This many different words in one place are values, if their responses are alike. */
const fewestWords = 3;

/**
 * Distinguishes words from values. A segment is a value if its form shows it, or if several words that aren't known
 * have alike responses. A single word is a word, or, if it isn't known, unclear. Paths on which all requests failed have
 * no template.
 *
 * @param list The list of paths.
 */
export function templatesOf(
  observations: Observations,
  vocabulary: Vocabulary,
  list: readonly ListedPath[] = [],
): PathTemplate[] {
  const templates = new Map<string, PathTemplate>();
  const findListed = createListMatcher(list);
  const resolutions: PathResolution[] = [];
  for (const path of observations.paths.values()) {
    const listEntry = path.template ? undefined : findListed(path.method, path.segments);
    if (path.template) addTemplate(path, { path: path.template, isKnown: true });
    else if (listEntry) addTemplate(path, { path: listEntry.path, listEntry, values: listedValuesOf(listEntry, path) });
    // If all requests fail, the path may not exist.
    else if (path.endpoint.hasSucceeded) resolutions.push({ observedPath: path, resolved: [] });
  }
  resolveSegments(resolutions);
  for (const { observedPath: path, resolved } of resolutions) addTemplate(path, render(path, resolved));
  return [...templates.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

  function addTemplate(path: ObservedPath, part: Partial<PathTemplate> & { path: string }): void {
    const { method, endpoint, withheldCount, hiddenNames } = path;
    const key = keyOf({ method, ...part });
    const template = templates.get(key) ?? {
      method,
      values: { ...part.values },
      evidence: {},
      isKnown: false,
      withheldCount: 0,
      ...part,
      endpoint: createEndpoint(),
    };
    templates.set(key, template);
    for (const [name, type] of Object.entries(part.values ?? {})) if (type === "string") template.values[name] = type;
    if (part.readings) template.readings = [...new Set([...(template.readings ?? []), ...part.readings])].sort();
    template.withheldCount += withheldCount;
    template.hiddenNames = mergeNames(template.hiddenNames, hiddenNames);
    mergeEndpoint(template.endpoint, structuredClone(endpoint));
  }

  /** Resolves the segments of all resolutions, position by position: resolutions with the same start are compared. */
  function resolveSegments(resolutions: readonly PathResolution[]): void {
    let openResolutions = resolutions;
    for (let depth = 0; openResolutions.length > 0; depth++) {
      openResolutions = openResolutions.filter((resolution) => resolution.observedPath.segments.length > depth);
      const startOf = ({ resolved }: PathResolution) =>
        resolved.map((part) => ("word" in part ? part.word : value)).join("/");
      for (const siblings of groupBy(openResolutions, startOf).values()) {
        const groups = groupBy(siblings, (resolution) => `${resolution.observedPath.segments[depth]}`);
        const isDeep = siblings[0]?.resolved.some((part) => "word" in part && !isPrefix(part.word));
        const resolve = createResolver(groups, depth, isDeep ?? false);
        for (const resolution of siblings)
          resolution.resolved.push(resolve(`${resolution.observedPath.segments[depth]}`));
      }
    }
  }

  /** Creates the function that resolves the segments at a position. At the top, they are names of resources. */
  function createResolver(groups: ReadonlyMap<string, PathResolution[]>, depth: number, isDeep: boolean) {
    const signatureFor = (mark: string) =>
      signatureOf(
        (groups.get(mark) ?? []).map((resolution) => resolution.observedPath),
        depth,
      );
    const marks = [...groups.keys()].filter((mark) => mark !== value && !vocabulary.isContract(mark)).sort();
    const [words, unclearMarks] = [marks.filter((mark) => !isUnclear(mark)), marks.filter(isUnclear)];
    const ids = groups.has(value) ? signatureFor(value) : new Map();
    const likeIds = unclearMarks.filter((mark) => isDeep && areAlike(signatureFor(mark), ids));
    const openMarks = unclearMarks.filter((mark) => !likeIds.includes(mark));
    const isLarge = (cluster: string[]) => isDeep && cluster.length >= fewestWords;
    const valueClusters = clustersOf(openMarks, signatureFor).filter(isLarge);
    const wordClusters = clustersOf(words, signatureFor).filter(isLarge);
    return (mark: string): Resolved => {
      const cluster = valueClusters.find((candidate) => candidate.includes(mark));
      if (cluster) return { found: `${cluster.length} or more different words with alike responses` };
      if (mark === value || likeIds.includes(mark)) {
        return { found: likeIds.length > 0 ? "ids, and words with alike responses" : "ids" };
      }
      if (isUnclear(mark)) return { found: "a word that isn't known", isUnclear: true };
      return wordClusters.flat().includes(mark)
        ? { found: "different words with alike responses", isUnclear: true }
        : { word: mark };
    };
  }
}

/** Returns whether a segment begins the paths of an API, and names nothing. */
const isPrefix = (segment: string): boolean => /^(api|v\d+)$/i.test(segment);

const keyOf = ({ path, method }: Pick<PathTemplate, "path" | "method">) => `${path} ${method}`;

/** Renders the template of a path from its resolved segments. */
function render({ segments, integers }: ObservedPath, resolved: readonly Resolved[]) {
  const names = namesOf(resolved);
  const values: PathTemplate["values"] = {};
  const evidence: PathTemplate["evidence"] = {};
  const parts = resolved.map((part, index) => {
    if ("word" in part) return part.word;
    const name = `${names[index]}`;
    values[name] = segments[index] === value && integers[index] ? "integer" : "string";
    evidence[part.isUnclear ? "?" : name] = part.found;
    return part.isUnclear ? "{?}" : `{${name}}`;
  });
  const path = `/${parts.join("/")}`;
  if (!parts.includes("{?}")) return { path, values, evidence };
  const readingWith = (wordAt: (index: number) => string) =>
    `/${parts.map((part, index) => (part === "{?}" ? wordAt(index) : part)).join("/")}`;
  const readings = [
    readingWith((index) => `{${names[index]}}`),
    readingWith((index) => (isUnclear(`${segments[index]}`) ? "WORD" : `${segments[index]}`)),
  ];
  return { path, values, evidence, readings };
}

const listedValuesOf = ({ path }: ListedPath, { segments, integers }: ObservedPath): PathTemplate["values"] => {
  const positions = path
    .slice(1)
    .split("/")
    .flatMap((segment, index) => (segment.includes("{") ? index : []));
  return Object.fromEntries(
    valueNamesOf(path).map((name, index) => {
      const position = positions[index] ?? 0;
      return [name, segments[position] === value && integers[position] ? "integer" : "string"];
    }),
  );
};

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
function namesOf(resolved: readonly Resolved[]): (string | undefined)[] {
  const takenNames = new Set<string>();
  return resolved.map((part, index) => {
    if ("word" in part) return undefined;
    const previous = resolved[index - 1];
    const words = splitWords(previous && "word" in previous && !isPrefix(previous.word) ? previous.word : "");
    const [first = "", ...rest] = words.filter((word) => /^[a-z]/.test(word));
    const stem = [first, ...rest.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)].join("");
    const base = stem === "" ? "id" : /Id$/.test(stem) ? stem : `${stem}Id`;
    let name = base;
    for (let number = 2; takenNames.has(name); number++) name = `${base}${number}`;
    takenNames.add(name);
    return name;
  });
}
