import { pathValueNamesOf, segmentsOf } from "../../../src/openapi/path.ts";
import { camelCase, splitWords } from "../../contract.ts";
import type { Vocabulary } from "../name/vocabulary.ts";
import { createEndpoint, type Endpoint, mergeEndpoint } from "../shape/endpoint.ts";
import type { Observations, ObservedPath } from "../shape/observations.ts";
import { mergeNames } from "../shape/shape.ts";
import { clustersOf } from "./alike.ts";
import { createListMatcher, type ListedPath } from "./list.ts";
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
  /** The paths that an unclear one may be: first that with a value. */
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
  for (const observedPath of observations.paths.values()) {
    const { method, template, segments, endpoint } = observedPath;
    const listEntry = template ? undefined : findListed(method, segments);
    if (template) addTemplate(observedPath, { path: template, isKnown: true });
    else if (listEntry) addTemplate(observedPath, { path: listEntry.path, listEntry });
    // If all requests fail, the path may not exist.
    else if (endpoint.hasSucceeded) resolutions.push({ observedPath, resolved: [] });
  }
  resolveSegments(resolutions, vocabulary);
  for (const { observedPath, resolved } of resolutions) addTemplate(observedPath, render(observedPath, resolved));
  return [...templates.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

  function addTemplate(observedPath: ObservedPath, part: Partial<PathTemplate> & { path: string }): void {
    const { method, endpoint, withheldCount, hiddenNames } = observedPath;
    const key = keyOf({ method, ...part });
    const template = templates.get(key) ?? {
      method,
      values: {},
      evidence: {},
      isKnown: false,
      withheldCount: 0,
      ...part,
      endpoint: createEndpoint(),
    };
    templates.set(key, template);
    for (const [name, type] of valueTypesOf(part.path, observedPath))
      if (template.values[name] !== "string") template.values[name] = type;
    const [asValue, ...asWords] = part.readings ?? [];
    if (asValue !== undefined)
      template.readings = [asValue, ...new Set([...(template.readings ?? []).slice(1), ...asWords].sort())];
    template.withheldCount += withheldCount;
    template.hiddenNames = mergeNames(template.hiddenNames, hiddenNames);
    mergeEndpoint(template.endpoint, structuredClone(endpoint));
  }
}

/** Returns the names of the values in a template, each with the type that it has in an observed path. */
const valueTypesOf = (path: string, { segments, integers }: ObservedPath) =>
  segmentsOf(path).flatMap((segment, index) => {
    const type = segments[index] === value && integers[index] ? "integer" : "string";
    return pathValueNamesOf(segment).map((name) => [name, type] as const);
  });

/** Resolves the segments of paths, position by position: those with the same start are compared. */
function resolveSegments(resolutions: readonly PathResolution[], vocabulary: Vocabulary): void {
  let openResolutions = resolutions;
  for (let position = 0; openResolutions.length > 0; position++) {
    openResolutions = openResolutions.filter(({ observedPath }) => observedPath.segments.length > position);
    const startOf = ({ resolved }: PathResolution) =>
      resolved.map((part) => ("word" in part ? part.word : value)).join("/");
    for (const siblings of groupBy(openResolutions, startOf).values()) {
      const resolve = createResolver(siblings, position, vocabulary);
      for (const { observedPath, resolved } of siblings) resolved.push(resolve(`${observedPath.segments[position]}`));
    }
  }
}

/** Creates the function that resolves the segments at a position. At the top, they are names of resources. */
function createResolver(siblings: readonly PathResolution[], position: number, { isContract }: Vocabulary) {
  const isDeep = siblings[0]?.resolved.some((part) => "word" in part && !isPrefix(part.word));
  const observedPaths = siblings.map(({ observedPath }) => observedPath);
  const groups = groupBy(observedPaths, ({ segments }) => `${segments[position]}`);
  const openGroups = [...groups].filter(([mark]) => !isContract(mark)).sort(([a], [b]) => (a < b ? -1 : 1));
  const clusters = isDeep ? clustersOf(new Map(openGroups), position) : [];
  return (mark: string): Resolved => {
    const cluster = clusters.find((marks) => marks.includes(mark)) ?? [mark];
    const unclearMarks = cluster.filter(isUnclear);
    if (cluster.includes(value) && (mark === value || isUnclear(mark)))
      return { found: unclearMarks.length > 0 ? "ids, and words with alike responses" : "ids" };
    if (!isUnclear(mark))
      return cluster.filter((word) => word !== value && !isUnclear(word)).length < fewestWords
        ? { word: mark }
        : { found: "different words with alike responses", isUnclear: true };
    return unclearMarks.length < fewestWords
      ? { found: "a word that isn't known", isUnclear: true }
      : { found: `${unclearMarks.length} or more different words with alike responses` };
  };
}

/** Returns whether a segment begins the paths of an API, and names nothing. */
const isPrefix = (segment: string): boolean => /^(api|v\d+)$/i.test(segment);

const keyOf = ({ path, method }: Pick<PathTemplate, "path" | "method">) => `${path} ${method}`;

/** Renders the template of a path from its resolved segments, and the readings of an unclear one. */
function render({ segments }: ObservedPath, resolved: readonly Resolved[]) {
  const evidence: PathTemplate["evidence"] = {};
  const names = new Set<string>();
  const rows = resolved.map((part, index): string[] => {
    if ("word" in part) return [part.word, part.word, part.word];
    const name = nameAfter(resolved[index - 1], names);
    evidence[part.isUnclear ? "?" : name] = part.found;
    if (!part.isUnclear) return [`{${name}}`, `{${name}}`, `{${name}}`];
    return ["{?}", `{${name}}`, isUnclear(`${segments[index]}`) ? "WORD" : `${segments[index]}`];
  });
  const [path = "", ...readings] = [0, 1, 2].map((column) => `/${rows.map((row) => row[column]).join("/")}`);
  return { path, evidence, ...(path.includes("{?}") && { readings }) };
}

/** Returns the name of a value, such as `agentId` after `agents`, and adds it to the names of its path. */
function nameAfter(previous: Resolved | undefined, names: Set<string>): string {
  const word = previous && "word" in previous && !isPrefix(previous.word) ? previous.word : "";
  const words = splitWords(word).filter((part) => /^[a-z]/.test(part));
  const base = words.length === 0 ? "id" : camelCase(words.join(" ")).replace(/(Id)?$/, "Id");
  let name = base;
  for (let number = 2; names.has(name); number++) name = `${base}${number}`;
  names.add(name);
  return name;
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const members = groups.get(keyOf(item));
    if (members) members.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
