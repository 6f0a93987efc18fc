import type { MatchedRequest } from "./exchange.ts";
import type { Memory } from "./memory.ts";
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

const maxRuns = 1000;

/**
 * Creates the plan of a server's steps, which apply as far as a request's preferences leave them open. Steps with
 * `times` come first, in their order; then the latest without. A step with a condition precedes one without, and steps
 * for a test run precede those for all.
 */
export function createPlan(memory: Memory) {
  /** By test run (empty: all runs) and operation id. */
  const stepsByRun = new Map<string, Map<string, readonly PlannedStep[]>>([["", new Map()]]);
  const stepsOf = (run: string, id: string) => stepsByRun.get(run)?.get(id) ?? [];

  /** Returns the step without `times` that a request gets, and the first with `times` that its run hasn't used up. */
  function findSteps(request: MatchedRequest, defaultStep: Step): { lasting: Step; countedStep?: Step | undefined } {
    const { id, run } = request;
    const [generalSteps, runSteps] = [stepsOf("", id), run === "" ? [] : stepsOf(run, id)];
    if (generalSteps.length + runSteps.length === 0 && isLasting(defaultStep)) return { lasting: defaultStep };
    // From the most general to the most specific.
    const levels = [[defaultStep]];
    for (const steps of [generalSteps, runSteps]) {
      levels.push(steps.filter(({ condition }) => !condition).map(({ step }) => step));
      levels.push(steps.filter(({ condition }) => condition?.(request)).map(({ step }) => step));
    }
    const isUnused = (step: Step) => memory.countTaken(run, keyOf(step, defaultStep, id)) < (step.times ?? 0);
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
      const isUsedUp = preferred.times !== undefined && memory.countTaken(run, key) >= preferred.times;
      const requestPreferences = isUsedUp ? noPreferences : preferred;
      const { lasting, countedStep } = findSteps(request, defaultStep);
      const isApplied = countedStep !== undefined && isApplicable(countedStep, requestPreferences);
      const serverStep = isApplied ? replaceStep(lasting, countedStep) : lasting;
      const countedKeys: { key: unknown; times: number }[] = [];
      if (requestPreferences.times !== undefined) countedKeys.push({ key, times: requestPreferences.times });
      if (isApplied && countedStep.times !== undefined)
        countedKeys.push({ key: keyOf(countedStep, defaultStep, id), times: countedStep.times });
      const [first] = countedKeys;
      return {
        step: combinePreferences(requestPreferences, serverStep),
        requestPreferences,
        remaining: isUsedUp ? 0 : first && first.times - memory.countTaken(run, first.key) - 1,
        take() {
          for (const { key } of countedKeys) memory.take(run, key);
        },
      };
    },
    add(id: string, step: PlannedStep): void {
      stepsByRun.get("")?.set(id, [...stepsOf("", id), step]);
    },
    /** Replaces the steps of an operation for a run; for all runs, if it is empty. */
    set(id: string, steps: readonly PlannedStep[], run = ""): void {
      const runSteps = stepsByRun.get(run) ?? new Map<string, readonly PlannedStep[]>();
      stepsByRun.set(run, runSteps.set(id, steps));
      const [, oldest = ""] = stepsByRun.keys();
      if (stepsByRun.size > maxRuns + 1) stepsByRun.delete(oldest);
    },
    /** Returns the counted steps for all runs that no run has used up, and how many requests remain for each. */
    listUnused: (): { id: string; remaining: number }[] =>
      [...(stepsByRun.get("") ?? [])].flatMap(([id, steps]) =>
        steps
          .map(({ step }) => ({ id, remaining: (step.times ?? 0) - memory.countMostTaken(step) }))
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

/** Returns the key of a counted step. Each operation counts its default step by itself, over reloads of the contract. */
const keyOf = (step: Step, defaultStep: Step, id: string) => (step === defaultStep ? id : step);

const isLasting = ({ times }: Step) => times === undefined;

/** Replaces a step by a later one, but keeps its delay if the later has none, and all else if it has only a delay. */
function replaceStep(previous: Step, { delay = previous.delay, ...step }: Step): Step {
  const replacement = Object.keys(step).length === 0 ? previous : step;
  return delay === undefined ? replacement : { ...replacement, delay };
}
