import { type Fact, leaveOut } from "./fact.ts";

/**
 * Finds the facts that a check refuses, each with the reason. The check is costly, so all facts are checked at once, and
 * halves only if there is a reason.
 *
 * @param check Returns why the contract can't take some of the facts; `undefined` if it can take all of them.
 */
export async function findRefused(
  facts: readonly Fact[],
  check: (facts: readonly Fact[]) => Promise<string | undefined>,
): Promise<Map<Fact, string>> {
  const reasons = new Map<Fact, string>();
  const checkRange = async (start: number, end: number): Promise<void> => {
    const reason = await check(leaveOut(facts.slice(0, end), (fact) => reasons.has(fact)));
    const fact = facts[start];
    if (reason === undefined || !fact) return;
    if (end - start === 1) return void reasons.set(fact, reason);
    const middle = Math.ceil((start + end) / 2);
    await checkRange(start, middle);
    await checkRange(middle, end);
  };
  await checkRange(0, facts.length);
  return reasons;
}
