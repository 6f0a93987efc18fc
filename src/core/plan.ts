import { isObject, parseJson } from "../openapi/json.ts";
import type { ServedOperation } from "../openapi/operation.ts";
import { parsePointer, valueAt } from "../openapi/pointer.ts";
import { findUndeclaredParameters } from "./check.ts";
import type { MatchedRequest } from "./exchange.ts";
import { exampleNamesOf, findDeclaredResponse, rejectCode } from "./operation.ts";
import {
  noPreferences,
  type Preferences,
  parsePreferences,
  parseStep,
  resolveFailure,
  type Step,
} from "./preferences.ts";
import { isRejection, type Rejection, reject } from "./rejection.ts";
import { maxEntries, type RequestStore } from "./request-store.ts";
import { describeUnknown, quote } from "./text.ts";

export type Condition = (request: MatchedRequest) => boolean;

export interface PlannedStep {
  readonly step: Step;
  /** Default: every request for the operation. */
  readonly condition?: Condition | undefined;
}

interface PlanEntry extends PlannedStep {
  readonly id: string;
  /** Empty: every run. */
  readonly run: string;
}

/**
 * Creates the plan of a server's steps, which apply as far as a request's preferences leave them
 * open. Steps with `times` come first, in their order; then the latest without. A step with a
 * condition precedes one without, and steps for a test run precede those for all.
 */
export function createPlan(store: RequestStore) {
  let entries: readonly PlanEntry[] = [];

  const remainingOf = (step: Step, run: string, key: unknown = step) =>
    step.times === undefined ? undefined : step.times - store.countTaken(run, key);

  function findSteps(
    request: MatchedRequest,
    defaultStep: Step,
  ): readonly [lasting: Step, counted: Step | undefined] {
    const { id, run } = request;
    const isMatch = (entry: PlanEntry) =>
      entry.id === id && (entry.run === "" || entry.run === run);
    const matches = entries.filter(
      (entry) => isMatch(entry) && (entry.condition?.(request) ?? true),
    );
    const rankOf = (entry: PlanEntry) => (entry.run === "" ? 0 : 2) + (entry.condition ? 1 : 0);
    const lastingSteps = [
      defaultStep,
      ...matches.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ step }) => step),
    ];
    const countedSteps = [
      ...matches.toSorted((a, b) => rankOf(b) - rankOf(a)).map(({ step }) => step),
      defaultStep,
    ];
    return [
      lastingSteps.filter(({ times }) => times === undefined).reduce(replaceStep, {}),
      countedSteps.find((step) => (remainingOf(step, run) ?? 0) > 0),
    ];
  }

  return {
    /**
     * Claims the steps of a request.
     * @param header Its `Prefer` header: requests of a run with the same one share its `times`.
     * @param defaultStep The operation's. Planned steps replace it, but keep its delay unless they
     * set one.
     */
    claim(
      request: MatchedRequest,
      header: string,
      preferred: Preferences,
      defaultStep: Step = noPreferences,
    ) {
      const { id, run } = request;
      // Compared as a whole, and never taken apart.
      const key = JSON.stringify([id, header]);
      const ownRemaining = remainingOf(preferred, run, key);
      const requestPreferences = ownRemaining === 0 ? noPreferences : preferred;
      const [lastingStep, countedStep] = findSteps(request, defaultStep);
      const remaining = ownRemaining ?? (countedStep && remainingOf(countedStep, run));
      return {
        /** The preferences of the request, and what the server's steps add to them. */
        step: combinePreferences(
          requestPreferences,
          countedStep ? replaceStep(lastingStep, countedStep) : lastingStep,
        ),
        requestPreferences,
        remaining: remaining && remaining - 1,
        /**
         * Counts the request for the steps with `times`, unless it is rejected before they take
         * effect.
         */
        take() {
          if (requestPreferences.times !== undefined) store.take(run, key);
          if (countedStep) store.take(run, countedStep);
        },
      };
    },
    add(id: string, step: PlannedStep): void {
      entries = [...entries, { ...step, id, run: "" }];
    },
    /** Replaces the steps of an operation for a run; for all runs, if it is empty. */
    set(id: string, steps: readonly PlannedStep[], run = ""): void {
      const otherEntries = entries.filter((entry) => entry.id !== id || entry.run !== run);
      entries = [...otherEntries, ...steps.map((step) => ({ ...step, id, run }))];
      const [oldest, ...furtherRuns] = new Set(entries.flatMap((entry) => entry.run || []));
      if (furtherRuns.length >= maxEntries)
        entries = entries.filter((entry) => entry.run !== oldest);
    },
    /**
     * The counted steps for all runs that no run has used up, and how many requests remain for
     * each.
     */
    listUnused: (): { id: string; remaining: number }[] =>
      entries
        .filter(({ run }) => run === "")
        .map(({ id, step }) => ({ id, remaining: (step.times ?? 0) - store.countMostUsed(step) }))
        .filter(({ remaining }) => remaining > 0),
    reset(): void {
      entries = [];
    },
  };
}
export type Plan = ReturnType<typeof createPlan>;
export type Claim = ReturnType<Plan["claim"]>;

/**
 * Replaces a step by a later one, but keeps its delay if the later has none, and all else if it has
 * only a delay.
 */
function replaceStep(previous: Step, { delay = previous.delay, ...step }: Step): Step {
  const replacement = Object.keys(step).length === 0 ? previous : step;
  return delay === undefined ? replacement : { ...replacement, delay };
}

const hasResponseChoice = (step: Step) =>
  (step.code ?? step.example ?? step.dynamic ?? step.headers) !== undefined || "body" in step;

/**
 * Merges a request's preferences over the server's step. A choice of the response replaces the
 * step's whole choice.
 */
function combinePreferences(requestPreferences: Preferences, server: Step): Step {
  if (requestPreferences === noPreferences) return server;
  if (!hasResponseChoice(requestPreferences)) return { ...server, ...requestPreferences };
  const { code, example, dynamic, body, headers, ...rest } = server;
  return { ...rest, ...requestPreferences };
}

/**
 * The values of the requests that a step is for: a path value, or values by the names of path and
 * query parameters, and by JSON pointers into the body, which begin with `/`.
 */
export type RequestValues = string | Readonly<Record<string, string | number | boolean | null>>;

/** Rejects what no request for the operation can have. */
export function createCondition(
  values: unknown,
  operation: ServedOperation,
): Condition | Rejection {
  const { parameters, body } = operation;
  const pathNames = parameters
    .filter((parameter) => parameter.in === "path")
    .map(({ name }) => name);
  if (typeof values === "string") {
    if (pathNames.length === 0)
      return reject(400, `for: ${quote(values)} is a path value, and this path has none.`);
    return ({ pathValues }) => Object.values(pathValues).includes(values);
  }
  if (
    !isObject(values) ||
    !Object.values(values).every((value) => value === null || typeof value !== "object")
  ) {
    return reject(
      400,
      "for takes a path value, or an object of single values by parameter or by JSON pointer.",
    );
  }
  const isPointer = (name: string) => name.startsWith("/");
  const [pointer] = Object.keys(values).filter(isPointer);
  if (pointer !== undefined && !body) {
    return reject(
      400,
      `for: ${quote(pointer)} points into the body, and this operation takes none.`,
    );
  }
  const names = Object.keys(values).filter((name) => !isPointer(name) && !pathNames.includes(name));
  const [unknown] = findUndeclaredParameters(
    new URLSearchParams(names.map((name) => [name, ""])),
    operation,
  );
  if (unknown !== undefined) {
    const queryNames = parameters
      .filter((parameter) => parameter.in === "query")
      .map(({ name }) => name);
    const known = [...pathNames, ...queryNames];
    return reject(400, `for: ${describeUnknown("parameter", unknown, known)}`);
  }
  return (request) => {
    const value = pointer === undefined ? undefined : parseJson(request.body);
    return Object.entries(values).every(([name, expected]) =>
      isPointer(name)
        ? valueAt(value, parsePointer(name)) === expected
        : valuesOf(request, name).includes(String(expected)),
    );
  };
}

const valuesOf = (
  { pathValues, query }: MatchedRequest,
  name: string,
): readonly (string | undefined)[] =>
  Object.hasOwn(pathValues, name) ? [pathValues[name]] : query.getAll(name);

/**
 * Parses steps as they come over the wire, one or a list of them: each a text as in a `Prefer`
 * header, or an object with the same names and `body`, `headers` and `for`.
 * @param failures The tester's, which a step can name like the operation's examples.
 */
export function parseSteps(
  input: unknown,
  operation: ServedOperation,
  failures: ReadonlyMap<string, Step>,
): readonly PlannedStep[] | Rejection {
  const exampleNames = [...exampleNamesOf(operation), ...failures.keys()];
  const steps: PlannedStep[] = [];
  for (const unparsed of Array.isArray(input) ? input : [input]) {
    const { for: values, ...rest } = Object(unparsed);
    if (typeof unparsed !== "string" && !isObject(unparsed))
      return reject(400, "A step is a string as in Prefer, or an object.");
    const condition = values === undefined ? undefined : createCondition(values, operation);
    if (condition && isRejection(condition)) return condition;
    const isText = typeof unparsed === "string";
    const step = isText
      ? parsePreferences(unparsed, exampleNames)
      : parseStep(rest, exampleNames, ["for"]);
    if (isRejection(step)) return step;
    if (Object.keys(step).length === 0)
      return reject(400, "A step needs a preference, a body or headers.");
    const { code } = resolveFailure(step, failures);
    if (!findDeclaredResponse(operation, code)) return rejectCode(400);
    steps.push({ step, condition });
  }
  const [only, next] = steps;
  if (only && !next && String(Object.keys(only.step)) === "times")
    return reject(400, "times needs what it counts, such as code, example or delay.");
  return steps;
}
