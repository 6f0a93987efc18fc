import fc from "fast-check";
import { validators } from "phone-agent-api/validate";
import { expect } from "vitest";
import type { OperationId } from "../../generated/operations.ts";
import { authenticate } from "../../generated/service.ts";
import { readContract } from "../../scripts/contract/document.ts";
import type { ExchangeFinding } from "../../src/verify/compare.ts";
import { deletion, prepareContract } from "../../src/verify/contract.ts";
import { runLive } from "../../src/verify/live/run.ts";
import { createVerification } from "../../src/verify/verification.ts";
import { type Fault, faults } from "./faults.ts";
import { type Faults, startService } from "./service.ts";

type Options = Partial<Record<"values", Record<string, string[]>>> & { operationIds?: OperationId[] | undefined };

const contract = prepareContract(readContract(), validators, { pageNumber: "page" });

/** Runs `verify` with a faulty service, and returns the keys of its findings. */
export async function findingsOf(faults: Faults, { values = {}, operationIds }: Options = {}): Promise<Set<string>> {
  const { url } = await startService(faults);
  const verification = createVerification(contract);
  const calledOperations = Object.entries(contract.operations).filter(
    ([id]) => operationIds?.includes(id as OperationId) ?? true,
  );
  const stopReason = await runLive(
    { ...contract, operations: Object.fromEntries(calledOperations) },
    {
      values: operationIds ? { type: ["sms"], ...values } : values,
      include: [deletion],
      probeAuth: false,
      baseUrl: url,
      token: "tok-right",
      authenticate,
      timeoutMs: 10_000,
      signal: new AbortController().signal,
      pauseMs: 0,
      maxRequests: 100,
    },
    verification,
    () => {},
  );
  if (stopReason) throw new Error(stopReason);
  return new Set(verification.result().findings.map(keyOf));
}

export const keyOf = ({ kind, operation, place, pointer, seen: observation }: Fault | ExchangeFinding): string =>
  [kind, operation, place, pointer, observation].join(" ");

/** Returns whether two faults are reported independently if both are planted. */
function areIndependent(first: Fault, second: Fault): boolean {
  if (first.operation !== second.operation) return true;
  if (first.hides || second.hides) return false;
  const [a, b] = [first.pointer, second.pointer].map((pointer) => pointer.split("/"));
  const isWithin = (inner: string[] = [], outer: string[] = []) => outer.every((key, index) => inner[index] === key);
  // The rules of the pages need all of a page's fields.
  const isPage = [first, second].some(
    ({ operation, pointer }) => operation === "listJunkInbox" && !/\/rooms\/\*\/(?!roomId)/.test(pointer),
  );
  return !isPage && !isWithin(a, b) && !isWithin(b, a);
}

let usualFindings: Promise<Set<string>> | undefined;

/** Returns the findings that a faulty service adds to those of the service without faults. */
export async function newFindingsOf(plantedFaults: readonly Fault[], operationIds?: OperationId[]): Promise<string[]> {
  usualFindings ??= findingsOf([]);
  const [expectedFindings, driftFindings] = [await usualFindings, await findingsOf(plantedFaults, { operationIds })];
  return [...driftFindings].filter((key) => !expectedFindings.has(key)).sort();
}

/** Checks that `verify` reports seeded combinations of the faults. */
export const expectCombinationsFound = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...faults), { minLength: 2, maxLength: 8 }),
      async (drawnFaults) => {
        const plantedFaults = drawnFaults.filter((fault, index) =>
          drawnFaults.slice(0, index).every((earlierFault) => areIndependent(fault, earlierFault)),
        );
        expect(await newFindingsOf(plantedFaults)).toEqual([...new Set(plantedFaults.map(keyOf))].sort());
      },
    ),
    { numRuns, seed: 11 },
  );
