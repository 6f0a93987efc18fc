import type { MatchedRequest } from "./exchange.ts";
import { addBounded, type Memory } from "./memory.ts";
import { combinePreferences, isApplicable, noPreferences, type Preferences, type Step } from "./preferences.ts";

export type Condition = (request: MatchedRequest) => boolean;

export interface PlannedStep {
  readonly step: Step;
  /** Default: every request for the operation. */
  readonly condition?: Condition | undefined;
}

export interface Claim {
  /** The preferences of the request, and what the server's steps add to them. */
  readonly step: Step;
  /** The preferences in `Prefer`; empty once `times` is used up. */
  readonly requestPreferences: Preferences;
  /** How many more requests of the run a counted step is for. */
  readonly remaining: number | undefined;
  /** Counts the request for the steps with `times`, unless it is rejected before they take effect. */
  readonly take: () => void;
}

/**
 * Creates the plan of a server's steps, which apply as far as a request's preferences leave them open. Steps with
 * `times` come first, in their order; then the latest without. A step with a condition precedes one without, and steps
 * for a test run precede those for all.
 */
export function createPlan(memory: Memory) {
  /** By operation id: the steps for all runs, and those for one, by its name. */
  const generalSteps = new Map<string, readonly PlannedStep[]>();
  const stepsByRun = new Map<string, Map<string, readonly PlannedStep[]>>();
  const stepsOf = (run: string) => (run === "" ? generalSteps : stepsByRun.get(run));

  /** Returns how many more requests of a run a step with `times` is for. */
  const remainingOf = (step: Step, run: string, key: unknown = step) =>
    step.times === undefined ? undefined : step.times - memory.countTaken(run, key);

  /** Returns the step without `times` that a request gets, and the first with `times` that its run hasn't used up. */
  function findSteps(request: MatchedRequest, defaultStep: Step): { lasting: Step; countedStep?: Step | undefined } {
    const { id, run } = request;
    const [general = [], ofRun = []] = [generalSteps.get(id), stepsByRun.get(run)?.get(id)];
    if (general.length + ofRun.length === 0 && isLasting(defaultStep)) return { lasting: defaultStep };
    // From the most general to the most specific.
    const levels = [[defaultStep]];
    for (const steps of [general, ofRun]) {
      levels.push(steps.filter(({ condition }) => !condition).map(({ step }) => step));
      levels.push(steps.filter(({ condition }) => condition?.(request)).map(({ step }) => step));
    }
    const isUnused = (step: Step) => (remainingOf(step, run) ?? 0) > 0;
    return {
      lasting: levels.flat().filter(isLasting).reduce(replaceStep, {}),
      countedStep: levels.toReversed().flat().find(isUnused),
    };
  }

  return {
    /**
     * Claims the steps of a request.
     * @param header Its `Prefer` header: requests of a run with the same one share its `times`.
     * @param defaultStep The operation's. Planned steps replace it, but keep its delay unless they set one.
     */
    claim(request: MatchedRequest, header: string, preferred: Preferences, defaultStep: Step = noPreferences): Claim {
      const { id, run } = request;
      const key = `${id} ${header}`;
      const ownRemaining = remainingOf(preferred, run, key);
      const requestPreferences = ownRemaining === 0 ? noPreferences : preferred;
      const { lasting, countedStep } = findSteps(request, defaultStep);
      const isApplied = countedStep !== undefined && isApplicable(countedStep, requestPreferences);
      const remaining = ownRemaining ?? (isApplied ? remainingOf(countedStep, run) : undefined);
      return {
        step: combinePreferences(requestPreferences, isApplied ? replaceStep(lasting, countedStep) : lasting),
        requestPreferences,
        remaining: remaining && remaining - 1,
        take() {
          if (requestPreferences.times !== undefined) memory.take(run, key);
          if (isApplied) memory.take(run, countedStep);
        },
      };
    },
    add(id: string, step: PlannedStep): void {
      generalSteps.set(id, [...(generalSteps.get(id) ?? []), step]);
    },
    /** Replaces the steps of an operation for a run; for all runs, if it is empty. */
    set(id: string, steps: readonly PlannedStep[], run = ""): void {
      (stepsOf(run) ?? addBounded(stepsByRun, run, new Map())).set(id, steps);
    },
    /** Returns the counted steps for all runs that no run has used up, and how many requests remain for each. */
    listUnused: (): { id: string; remaining: number }[] =>
      [...generalSteps].flatMap(([id, steps]) =>
        steps
          .map(({ step }) => ({ id, remaining: (step.times ?? 0) - memory.countMostTaken(step) }))
          .filter(({ remaining }) => remaining > 0),
      ),
    /** Forgets the steps of an operation for a run, or all steps. */
    reset(id?: string, run = ""): void {
      if (id !== undefined) return void stepsOf(run)?.delete(id);
      generalSteps.clear();
      stepsByRun.clear();
    },
  };
}
export type Plan = ReturnType<typeof createPlan>;

const isLasting = ({ times }: Step) => times === undefined;

/** Replaces a step by a later one, but keeps its delay if the later has none, and all else if it has only a delay. */
function replaceStep(previous: Step, { delay = previous.delay, ...step }: Step): Step {
  const replacement = Object.keys(step).length === 0 ? previous : step;
  return delay === undefined ? replacement : { ...replacement, delay };
}
