import type { MatchedRequest } from "./exchange.ts";
import { examplesOf, type Operation } from "./operation.ts";
import { isApplicable, type Preferences, type Step, withoutExample } from "./preferences.ts";
import { type Claim, claimUncounted, type Sequences } from "./sequences.ts";

/** A predicate of the requests that a step is for. */
export type Condition = (request: MatchedRequest) => boolean;

/** A step that a tester has planned for an operation. */
export interface PlannedStep {
  readonly step: Step;
  /** Default: every request for the operation. */
  readonly condition?: Condition | undefined;
}

const maxRuns = 1000;

/**
 * Creates the plan of a server's steps, which apply as far as a request's preferences leave them open. Steps with `times`
 * come first, in their order; then the latest without. A step with a condition precedes one without, and steps for a
 * test run precede those for all.
 * @param prefer The step of every operation that has nothing planned.
 */
export function createPlan(sequences: Sequences, prefer: Step = {}) {
  /** By test run (empty: all runs) and operation id. */
  const stepsByRun = new Map<string, Map<string, readonly PlannedStep[]>>([["", new Map()]]);
  const stepsOf = (run: string, id: string) => stepsByRun.get(run)?.get(id) ?? [];

  function next(request: MatchedRequest, requestPreferences: Preferences): Claim {
    const { id, run, operation } = request;
    const defaultStep = { key: id as unknown, step: defaultStepOf(prefer, operation) };
    const isPlanned = stepsOf("", id).length > 0 || (run !== "" && stepsOf(run, id).length > 0);
    if (!isPlanned && isLasting(defaultStep.step)) return claimUncounted(defaultStep.step);
    const findMatching = (name: string) => stepsOf(name, id).filter(({ condition }) => condition?.(request) ?? true);
    // From the most general to the most specific.
    const levels = (run === "" ? [""] : ["", run])
      .map(findMatching)
      .flatMap((steps) => [
        steps.filter(({ condition }) => !condition).map(withKey),
        steps.filter(({ condition }) => condition).map(withKey),
      ]);
    const lasting = [defaultStep, ...levels.flat()]
      .map(({ step }) => step)
      .filter(isLasting)
      .reduce(replaceStep, {});
    const countedStep = [...levels.toReversed().flat(), defaultStep].find(
      ({ key, step }) => !isLasting(step) && sequences.taken(run, key) < (step.times ?? 0),
    );
    if (!countedStep || !isApplicable(countedStep.step, requestPreferences)) return claimUncounted(lasting);
    const claim = sequences.claim(run, countedStep.key, countedStep.step);
    return lasting.delay === undefined ? claim : { ...claim, step: { delay: lasting.delay, ...claim.step } };
  }

  return {
    next,
    add(id: string, step: PlannedStep): void {
      stepsByRun.get("")?.set(id, [...stepsOf("", id), step]);
    },
    /** Replaces the steps of an operation for a run; for all runs, if it is empty. */
    set(id: string, steps: readonly PlannedStep[], run = ""): void {
      const runSteps = stepsByRun.get(run) ?? new Map<string, readonly PlannedStep[]>();
      stepsByRun.set(run, runSteps.set(id, steps));
      const [, oldest = ""] = stepsByRun.keys();
      if (stepsByRun.size > maxRuns) stepsByRun.delete(oldest);
    },
    /** Returns the counted steps that no test run has used up, and how many requests remain for each. */
    unused: (): { id: string; remaining: number }[] =>
      [...(stepsByRun.get("") ?? [])].flatMap(([id, steps]) =>
        steps
          .map(({ step }) => ({ id, remaining: (step.times ?? 0) - sequences.mostTaken(step) }))
          .filter(({ remaining }) => remaining > 0),
      ),
    /** Forgets the steps of an operation for a run, or all steps. */
    reset(id?: string, run = ""): void {
      if (id !== undefined) return void stepsByRun.get(run)?.delete(id);
      stepsByRun.clear();
      stepsByRun.set("", new Map());
    },
  };
}
export type Plan = ReturnType<typeof createPlan>;

const withKey = ({ step }: PlannedStep) => ({ key: step as unknown, step });
const isLasting = ({ times }: Step) => times === undefined;

/** A later step replaces an earlier one, but keeps its delay unless it sets one. */
function replaceStep(previous: Step, { delay = previous.delay, ...step }: Step): Step {
  const replacement = Object.keys(step).length === 0 ? previous : step;
  return delay === undefined ? replacement : { ...replacement, delay };
}

/** Omits an example that the operation doesn't have: it is meant for another operation. */
function defaultStepOf(prefer: Step, operation: Operation): Step {
  if (prefer.example === undefined || examplesOf(operation).includes(prefer.example)) return prefer;
  return withoutExample(prefer);
}
