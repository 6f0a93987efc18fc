import type { MatchedRequest } from "./exchange.ts";
import { examplesOf, type Operation } from "./operation.ts";
import { applies, type Preferences, type Step, withoutExample } from "./preferences.ts";
import { type Claim, type Sequences, uncounted } from "./sequences.ts";

/** Which requests a step is for. */
export type Condition = (request: MatchedRequest) => boolean;

/** A step that a tester has planned for an operation. */
export interface PlannedStep {
  readonly step: Step;
  /** Default: every request for the operation. */
  readonly condition?: Condition | undefined;
}

const maxRuns = 1000;

/**
 * Creates the plan of what the server does for requests, as far as their own preferences leave it open. Steps with `times`
 * come first, in their order; then the latest without. A step with a condition precedes one without, and steps that are
 * planned for a test run precede those for all.
 * @param prefer What it does for every operation that has nothing planned.
 */
export function createPlan(sequences: Sequences, prefer: Step = {}) {
  /** By run, empty for all of them, and operation id. */
  const planned = new Map<string, Map<string, readonly PlannedStep[]>>([["", new Map()]]);
  const stepsOf = (run: string, id: string) => planned.get(run)?.get(id) ?? [];

  function next(request: MatchedRequest, requestPreferences: Preferences): Claim {
    const { id, run, operation } = request;
    const usual = { key: id as unknown, step: usualStep(prefer, operation) };
    const isPlanned = stepsOf("", id).length > 0 || (run !== "" && stepsOf(run, id).length > 0);
    if (!isPlanned && isLasting(usual.step)) return uncounted(usual.step);
    const matching = (name: string) => stepsOf(name, id).filter(({ condition }) => condition?.(request) ?? true);
    // From the most general to the most special.
    const levels = (run === "" ? [""] : ["", run])
      .map(matching)
      .flatMap((steps) => [
        steps.filter(({ condition }) => !condition).map(keyed),
        steps.filter(({ condition }) => condition).map(keyed),
      ]);
    const lasting = [usual, ...levels.flat()]
      .map(({ step }) => step)
      .filter(isLasting)
      .reduce(replaceStep, {});
    const first = [...levels.toReversed().flat(), usual].find(
      ({ key, step }) => !isLasting(step) && sequences.taken(run, key) < (step.times ?? 0),
    );
    if (!first || !applies(first.step, requestPreferences)) return uncounted(lasting);
    const claim = sequences.claim(run, first.key, first.step);
    return lasting.delay === undefined ? claim : { ...claim, step: { delay: lasting.delay, ...claim.step } };
  }

  return {
    next,
    add(id: string, step: PlannedStep): void {
      planned.get("")?.set(id, [...stepsOf("", id), step]);
    },
    /** Replaces the steps of an operation for a run; for all runs, if it is empty. */
    set(id: string, steps: readonly PlannedStep[], run = ""): void {
      const ofRun = planned.get(run) ?? new Map<string, readonly PlannedStep[]>();
      planned.set(run, ofRun.set(id, steps));
      const [, oldest = ""] = planned.keys();
      if (planned.size > maxRuns) planned.delete(oldest);
    },
    /** The counted steps that no test run has used up, and how often they remain. */
    unused: (): { id: string; remaining: number }[] =>
      [...(planned.get("") ?? [])].flatMap(([id, steps]) =>
        steps
          .map(({ step }) => ({ id, remaining: (step.times ?? 0) - sequences.mostTaken(step) }))
          .filter(({ remaining }) => remaining > 0),
      ),
    /** Forgets the steps of an operation for a run, or all steps. */
    reset(id?: string, run = ""): void {
      if (id !== undefined) return void planned.get(run)?.delete(id);
      planned.clear();
      planned.set("", new Map());
    },
  };
}
export type Plan = ReturnType<typeof createPlan>;

const keyed = ({ step }: PlannedStep) => ({ key: step as unknown, step });
const isLasting = ({ times }: Step) => times === undefined;

/** A later step replaces an earlier one, but keeps its delay unless it sets one. */
function replaceStep(before: Step, { delay = before.delay, ...step }: Step): Step {
  const kept = Object.keys(step).length === 0 ? before : step;
  return delay === undefined ? kept : { ...kept, delay };
}

/** An example that the operation lacks is meant for another operation. */
function usualStep(prefer: Step, operation: Operation): Step {
  if (prefer.example === undefined || examplesOf(operation).includes(prefer.example)) return prefer;
  return withoutExample(prefer);
}
