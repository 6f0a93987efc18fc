import { declared } from "../../generated/declared.ts";
import { ledgerUnknowns } from "../../generated/ledger.ts";
import { operations } from "../../generated/operations.ts";
import { matcher } from "../core/match.ts";
import { isRejection } from "../core/rejection.ts";
import type { JunkInboxInputNames } from "../options.ts";
import { compare } from "./compare.ts";
import { type CountedFact, createFacts, type Fact } from "./facts.ts";
import { createRules } from "./rules.ts";
import { type Exchange, type Ignored, isIgnored, type Origin } from "./traffic/exchange.ts";

/** What was seen of an operation. */
interface OperationCoverage {
  readonly method: string;
  readonly path: string;
  exchanges: number;
  /** How often each declared response was seen, by the contract's code. */
  readonly responses: Record<string, number>;
  readonly statuses: Record<string, number>;
  /** Why bodies could not be compared, and how many. */
  readonly notCompared: Record<string, number>;
}

interface IgnoredGroup {
  readonly reason: string;
  readonly file: string;
  readonly times: number;
  /** Their numbers in the file: `1-3, 7`. */
  readonly entries: string;
}

export interface Verification {
  readonly facts: readonly CountedFact[];
  readonly compared: number;
  readonly operations: Readonly<Record<string, OperationCoverage>>;
  readonly unknowns: { readonly touched: readonly string[]; readonly all: number };
  readonly ignored: readonly IgnoredGroup[];
  /** The exchanges that say nothing about the contract: rejected tokens, and redirects and pages of something else. */
  readonly rejected: number;
  readonly foreign: number;
}

/** Creates what holds exchanges against the contract, one after the other, and keeps nothing of them. */
export function createVerification(names?: JunkInboxInputNames) {
  const match = matcher(operations);
  const facts = createFacts();
  const rules = createRules(names);
  const ignored = createIgnored();
  const touched = new Set<string>();
  const coverage: Record<string, OperationCoverage> = Object.fromEntries(
    Object.entries(operations).map(([id, { method, path }]) => [
      id,
      { method, path, exchanges: 0, responses: codesOf(id), statuses: {}, notCompared: {} },
    ]),
  );
  let [compared, rejected, foreign] = [0, 0, 0];

  /** Counts an exchange, and returns whether it could be compared. */
  function add(item: Exchange | Ignored): boolean {
    if (isIgnored(item)) return ignored.add(item, item.reason);
    const found = match(item.method, item.segments);
    if (isRejection(found)) return ignored.add(item, found.detail);
    if (item.method === "HEAD") return ignored.add(item, "HEAD has no body to compare");
    if (item.status < 200) return ignored.add(item, "an interim response");
    const { id, pathValues } = found;
    const comparison = compare(item, id);
    const all = [...comparison.facts, ...rules.see(item, id, pathValues)];
    facts.add(all);
    compared++;
    if (item.status === 401 || item.status === 403) rejected++;
    if (isForeign(item)) foreign++;
    count(item, id, comparison.code, all);
    return true;
  }

  function count({ status, responseBody }: Exchange, id: string, code: string | undefined, all: readonly Fact[]): void {
    const operation = coverage[id] as OperationCoverage;
    operation.exchanges++;
    increase(operation.statuses, status);
    if (code !== undefined) increase(operation.responses, code);
    const { content } = responseBody;
    if ("missing" in content && content.missing !== "no content") increase(operation.notCompared, content.missing);
    const response = code === undefined ? undefined : declared[id]?.responses[code];
    const inputs = all.some(({ place }) => place === "query") ? declared[id]?.queryUnknowns : [];
    const ids = [declared[id]?.unknowns, inputs, response?.unknowns, all.map(({ unknown }) => unknown)].flat();
    for (const unknown of ids) if (unknown !== undefined) touched.add(unknown);
  }

  function result(): Verification {
    for (const group of rules.end()) facts.add(group);
    return {
      facts: facts.list(),
      compared,
      operations: coverage,
      unknowns: {
        touched: ledgerUnknowns.map(({ id }) => id).filter((id) => touched.has(id)),
        all: ledgerUnknowns.length,
      },
      ignored: ignored.list(),
      rejected,
      foreign,
    };
  }

  return { add, addFact: (fact: Fact) => facts.add([fact]), result };
}

const codesOf = (id: string): Record<string, number> =>
  Object.fromEntries(Object.keys(declared[id]?.responses ?? {}).map((code) => [code, 0]));

/** A redirect or a web page comes from something before the service, not from its API. */
const isForeign = ({ status, responseBody: { mediaType, content } }: Exchange) =>
  (status >= 300 && status < 400) || (mediaType === "text/html" && !("value" in content));

function increase(counts: Record<string, number>, key: string | number): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function createIgnored() {
  const groups = new Map<string, { reason: string; file: string; times: number; ranges: [number, number][] }>();
  return {
    add({ file, number }: Origin, reason: string): false {
      const key = JSON.stringify([file, reason]);
      const group = groups.get(key) ?? { reason, file, times: 0, ranges: [] };
      groups.set(key, group);
      group.times++;
      const last = group.ranges.at(-1);
      if (last?.[1] === number - 1) last[1] = number;
      else group.ranges.push([number, number]);
      return false;
    },
    list: (): IgnoredGroup[] =>
      [...groups.values()].map(({ ranges, ...group }) => ({
        ...group,
        entries: ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(", "),
      })),
  };
}
