import { readFileSync } from "node:fs";
import { seeded } from "../../scripts/bench/seeded.ts";
import { match } from "../../scripts/learn/names/match.ts";
import type { Named, Pair } from "../../scripts/learn/names/score.ts";
import { initialContract } from "./contract.ts";
import { shuffled } from "./truth/random.ts";
import { truth } from "./truth/service.ts";

/** Names and paths of public APIs, to see whether the matching is good beyond our own index. */
export const publicApis = ["vapi", "asana", "box", "twilio"] as const;

export function publicPairs(name: (typeof publicApis)[number]): Pair[] {
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

/** The names of our index, and the paths that the made-up service has for them. */
export function ownPairs(): { pairs: Pair[]; documented: Pair[] } {
  const index = initialContract()["x-operation-index"];
  const all = truth().map(({ method, path, success }, at): [Pair, boolean] => {
    const entry = index[at] as (typeof index)[number];
    const seen = { method, path: path.replace(/\{\w+\}/g, "{id}"), lists: success.listed !== undefined };
    return [[entry, seen], entry.operationId !== undefined];
  });
  const split = (isDocumented: boolean) => all.filter(([, known]) => known === isDocumented).map(([pair]) => pair);
  return { pairs: split(false), documented: split(true) };
}

export interface Quality {
  operations: number;
  first: number;
  amongThree: number;
  sure: number;
  surelyWrong: number;
}

/** How many get their right name, with ten paths of another API mixed in and in a random order. */
export function quality(pairs: readonly Pair[], foreign: readonly Pair[], known: readonly Pair[] = []): Quality {
  const strange = foreign.filter((_, at) => at % 9 === 4).slice(0, 10);
  const random = seeded(7);
  const all = shuffled(
    random,
    [...pairs, ...strange].map(([, seen]) => seen),
  );
  const rightName = new Map(pairs.map(([named, seen]) => [seen, named]));
  const candidates = match(
    shuffled(
      random,
      pairs.map(([named]) => named),
    ),
    all,
    known,
  );
  const count = (test: (right: Named | undefined, candidate: (typeof candidates)[number]) => boolean) =>
    candidates.filter((candidate) => test(rightName.get(candidate.seen), candidate)).length;
  return {
    operations: pairs.length,
    first: count((right, { named }) => named === right),
    amongThree: count((right, { named, others }) => [named, ...others.slice(0, 2)].some((one) => one === right)),
    sure: count((_, { sure }) => sure),
    surelyWrong: count((right, { sure, named }) => sure && named !== right),
  };
}
