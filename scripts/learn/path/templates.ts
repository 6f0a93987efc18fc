import { pathValueNamesOf, segmentsOf } from "../../../src/openapi/path.ts";
import { camelCase } from "../../contract/names.ts";
import { splitWords } from "../../contract/words.ts";
import type { Vocabulary } from "../name/vocabulary.ts";
import { createEndpoint, type Endpoint, mergeEndpoint } from "../shape/endpoint.ts";
import type { Observations, ObservedPath } from "../shape/observations.ts";
import { areAlike, type Signature, signatureOf } from "./alike.ts";
import { createListMatcher, type ListedPath } from "./list.ts";
import { integerMark, isUnclear, isValue, textMark } from "./segment.ts";

/** A method and a path template with the observations of its exchanges: an entry of the list, unless it's the contract's. */
export interface PathTemplate extends Omit<ListedPath, "exchanges"> {
  /** Whether the contract has a template for the path. */
  isKnown: boolean;
  /** The types of its path values. */
  values: Record<string, "integer" | "string">;
  endpoint: Endpoint;
}

/** A resolved segment: a word, or a value and how it was found. */
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
  for (const [, observedPath] of [...observations.paths].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { method, template, segments, endpoint } = observedPath;
    const listedPath = template ? undefined : findListed(method, segments);
    if (template) addTemplate(observedPath, { method, path: template, isKnown: true });
    else if (listedPath) {
      const { readings, exchanges, ...part } = listedPath;
      addTemplate(observedPath, { ...part, method });
    }
    // If all requests fail, the path may not exist.
    else if (endpoint.hasSucceeded) resolutions.push({ observedPath, resolved: [] });
  }
  resolveSegments(resolutions, 0, vocabulary);
  for (const { observedPath, resolved } of resolutions) addTemplate(observedPath, render(observedPath, resolved));
  return [...templates.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

  function addTemplate(
    { segments, endpoint }: ObservedPath,
    part: Omit<ListedPath, "exchanges"> & { isKnown?: true },
  ): void {
    const newTemplate: PathTemplate = { isKnown: false, values: {}, ...part, endpoint: createEndpoint() };
    const template = templates.get(keyOf(part)) ?? newTemplate;
    templates.set(keyOf(part), template);
    for (const [index, segment] of segmentsOf(part.path).entries())
      for (const name of pathValueNamesOf(segment))
        template.values[name] = segments[index] === integerMark ? (template.values[name] ?? "integer") : "string";
    const [asValue, ...asWords] = [...(template.readings ?? []), ...(newTemplate.readings ?? []).slice(1)];
    if (asValue !== undefined) template.readings = [asValue, ...new Set(asWords.sort())];
    mergeEndpoint(template.endpoint, structuredClone(endpoint));
  }
}

/** Resolves the segments of paths with the same start from a position on. */
function resolveSegments(siblings: readonly PathResolution[], position: number, vocabulary: Vocabulary): void {
  const openSiblings = siblings.filter(({ observedPath }) => observedPath.segments.length > position);
  if (openSiblings.length === 0) return;
  const groups = groupBy(openSiblings, ({ observedPath }) => `${observedPath.segments[position]}`);
  const resolve = createResolver(groups, position, vocabulary);
  for (const [mark, group] of groups) {
    const part = resolve(mark);
    for (const { resolved } of group) resolved.push(part);
  }
  const nextGroups = groupBy(openSiblings, ({ resolved }) => wordOf(resolved[position]) ?? "{}");
  for (const group of nextGroups.values()) resolveSegments(group, position + 1, vocabulary);
}

const wordOf = (part: Resolved | undefined): string | undefined => (part && "word" in part ? part.word : undefined);

/** Creates the function that resolves the segments at a position. At the top, they are names of resources. */
function createResolver(
  groups: ReadonlyMap<string, readonly PathResolution[]>,
  position: number,
  { isContract }: Vocabulary,
) {
  const [[first] = []] = groups.values();
  const isTop = !first?.resolved.some((part) => "word" in part && !isPrefix(part.word));
  const comparedGroups = isTop ? [] : [...groups].filter(([mark]) => !isContract(mark));
  const signatures = new Map(
    comparedGroups.map(([mark, group]) => [
      mark,
      signatureOf(
        group.map(({ observedPath }) => observedPath),
        position,
      ),
    ]),
  );
  return (mark: string): Resolved => {
    if (isContract(mark)) return { word: mark };
    if (mark === textMark) return { found: "a text that is neither an id nor a word", isUnclear: isTop };
    const signature: Signature = signatures.get(mark) ?? new Map();
    const alikeMarks = [...signatures].flatMap(([key, candidate]) => (areAlike(candidate, signature) ? key : []));
    const unclearCount = alikeMarks.filter(isUnclear).length;
    const valueCount = alikeMarks.filter(isValue).length;
    if (isValue(mark) || (isUnclear(mark) && valueCount > 0))
      return { found: unclearCount > 0 ? "ids, and words with alike responses" : "ids" };
    const wordCount = isUnclear(mark) ? unclearCount : alikeMarks.length - unclearCount - valueCount;
    if (wordCount >= fewestWords) return { found: "different words with alike responses", isUnclear: !isUnclear(mark) };
    return isUnclear(mark) ? { found: "a word that isn't known", isUnclear: true } : { word: mark };
  };
}

/** Returns whether a segment begins the paths of an API, and names nothing. */
const isPrefix = (segment: string): boolean => /^(api|v\d+)$/i.test(segment);

const keyOf = ({ path, method }: Pick<PathTemplate, "path" | "method">) => `${path} ${method}`;

/** Renders the template of a path from its resolved segments, and the readings of an unclear one. */
function render({ method, segments }: ObservedPath, resolved: readonly Resolved[]) {
  const evidence: Record<string, string> = {};
  const names = new Set<string>();
  const rows = resolved.map((part, index): string[] => {
    if ("word" in part) return [part.word, part.word, part.word];
    const name = nameAfter(resolved[index - 1], names);
    evidence[part.isUnclear ? "?" : name] = part.found;
    if (!part.isUnclear) return [`{${name}}`, `{${name}}`, `{${name}}`];
    return ["{?}", `{${name}}`, /^[?{]/.test(`${segments[index]}`) ? "WORD" : `${segments[index]}`];
  });
  const [path = "", ...readings] = [0, 1, 2].map((column) => `/${rows.map((row) => row[column]).join("/")}`);
  return {
    method,
    path,
    found: names.size > 0 ? evidence : ("words" as const),
    ...(path.includes("{?}") && { readings }),
  };
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
