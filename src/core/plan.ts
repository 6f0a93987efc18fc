import type { MatchedRequest } from "./exchange.ts";
import { examplesOf, type Operation } from "./operation.ts";
import { applies, type Preferences, type Step } from "./preferences.ts";
import { type Claim, type Sequences, uncounted } from "./sequences.ts";

/** Which requests a step is for. */
export type Condition = (request: MatchedRequest<string>) => boolean;

/** A step that a tester has planned for an operation. */
export interface PlannedStep {
  readonly step: Step;
  /** Default: every request for the operation. */
  readonly condition?: Condition | undefined;
}

/**
 * What the server does for requests besides what they prefer themselves: the same steps for each test run. Steps with
 * `times` come first, in their order; then the latest without. A step with a condition goes before one without.
 * @param prefer What it does for every operation that has nothing planned.
 */
export function createPlan(sequences: Sequences, prefer: Step = {}) {
  const planned = new Map<string, readonly PlannedStep[]>();

  function next(request: MatchedRequest<string>, own: Preferences): Claim {
    const { id, run, operation } = request;
    const usual = { key: id as unknown, step: usualStep(prefer, operation) };
    const matching = (planned.get(id) ?? []).filter(({ condition }) => condition?.(request) ?? true);
    const general = matching.filter(({ condition }) => !condition).map(keyed);
    const special = matching.filter(({ condition }) => condition).map(keyed);
    const lasting = [usual, ...general, ...special]
      .map(({ step }) => step)
      .filter(isLasting)
      .reduce(follow, {});
    const first = [...special, ...general, usual].find(
      ({ key, step }) => !isLasting(step) && sequences.taken(run, key) < (step.times ?? 0),
    );
    if (!first || !applies(first.step, own)) return uncounted(lasting);
    const claim = sequences.claim(run, first.key, first.step);
    return lasting.delay === undefined ? claim : { ...claim, step: { delay: lasting.delay, ...claim.step } };
  }

  return {
    next,
    add(id: string, step: PlannedStep): void {
      planned.set(id, [...(planned.get(id) ?? []), step]);
    },
    set(id: string, steps: readonly PlannedStep[]): void {
      planned.set(id, steps);
    },
    /** The counted steps that no test run has used up, and how often they are left. */
    unused: (): { id: string; left: number }[] =>
      [...planned].flatMap(([id, steps]) =>
        steps
          .map(({ step }) => ({ id, left: (step.times ?? 0) - sequences.mostTaken(step) }))
          .filter(({ left }) => left > 0),
      ),
    reset: (id?: string): void => (id === undefined ? planned.clear() : void planned.delete(id)),
  };
}
export type Plan = ReturnType<typeof createPlan>;

const keyed = ({ step }: PlannedStep) => ({ key: step as unknown, step });
const isLasting = ({ times }: Step) => times === undefined;

/** A delay lasts besides what follows it. */
function follow(before: Step, { delay = before.delay, ...step }: Step): Step {
  const kept = Object.keys(step).length === 0 ? before : step;
  return delay === undefined ? kept : { ...kept, delay };
}

/** An example that the operation lacks is meant for another operation. */
function usualStep(prefer: Step, operation: Operation): Step {
  if (prefer.example === undefined || examplesOf(operation).includes(prefer.example)) return prefer;
  const { example, ...rest } = prefer;
  return rest;
}
