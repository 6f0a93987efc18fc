import fc from "fast-check";
import { expect } from "vitest";
import { declared } from "../../generated/declared.ts";
import { type OperationId, operations } from "../../generated/operations.ts";
import type { CountedFinding } from "../../src/verify/findings.ts";
import { deletion } from "../../src/verify/live/plan.ts";
import { runLive } from "../../src/verify/live/run.ts";
import { createVerification } from "../../src/verify/verification.ts";
import { type Fault, faults } from "./faults.ts";
import { type Faults, service } from "./service.ts";

type Options = Partial<Record<"values", Record<string, string[]>>> & { only?: OperationId[] | undefined };

/** What `verify` finds in a service: the most telling part of each fact. */
export async function found(faults: Faults, { values = {}, only }: Options = {}): Promise<Set<string>> {
  const { url } = await service(faults);
  const names = { pageNumber: "page" };
  const verification = createVerification(names);
  const called = Object.entries(operations).filter(([id]) => only?.includes(id as OperationId) ?? true);
  const { stopReason: stopped } = await runLive(
    {
      ...{ operations: Object.fromEntries(called), declarations: declared, names, probeAuth: false },
      ...{ values: only ? { type: ["sms"], ...values } : values, included: [deletion] },
    },
    { baseUrl: url, token: "tok-right", timeoutMs: 10_000, signal: new AbortController().signal },
    { pauseMs: 0, maxRequests: 100 },
    {
      exchange: verification.add,
      probe: verification.addFinding,
      failure: verification.addFailure,
      progress: () => {},
    },
  );
  if (stopped) throw new Error(stopped);
  return new Set(verification.result().findings.map(keyOf));
}

export const keyOf = ({ kind, operation, place, pointer, seen }: Fault | CountedFinding): string =>
  [kind, operation, place, pointer, seen].join(" ");

/** Whether two faults can be told from each other when both are planted. */
function areApart(one: Fault, other: Fault): boolean {
  if (one.operation !== other.operation) return true;
  if (one.hides || other.hides) return false;
  const [a, b] = [one.pointer, other.pointer].map((pointer) => pointer.split("/"));
  const isWithin = (inner: string[] = [], outer: string[] = []) => outer.every((key, at) => inner[at] === key);
  // The rules of the pages need all of a page's fields.
  const isPage = [one, other].some(
    ({ operation, pointer }) => operation === "listJunkInbox" && !/\/rooms\/\*\/(?!roomId)/.test(pointer),
  );
  return !isPage && !isWithin(a, b) && !isWithin(b, a);
}

let usual: Promise<Set<string>> | undefined;

/** What a drifting service shows that the true one doesn't. */
export async function shown(planted: readonly Fault[], only?: OperationId[]): Promise<string[]> {
  usual ??= found([]);
  const [before, drifting] = [await usual, await found(planted, { only })];
  return [...drifting].filter((key) => !before.has(key)).sort();
}

/** Plants seeded combinations of the faults. */
export const expectCombinationsFound = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.constantFrom(...faults), { minLength: 2, maxLength: 8 }), async (drawn) => {
      const planted = drawn.filter((one, at) => drawn.slice(0, at).every((other) => areApart(one, other)));
      expect(await shown(planted)).toEqual([...new Set(planted.map(keyOf))].sort());
    }),
    { numRuns, seed: 11 },
  );
