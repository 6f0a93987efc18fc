import { isObject } from "../openapi/json.ts";
import type { MatchedRequest } from "./exchange.ts";
import { exampleNamesOf, type Operation } from "./operation.ts";
import type { Condition, PlannedStep } from "./plan.ts";
import { parsePreferences, parseStep, type Step } from "./preferences.ts";
import { isRejection, type Rejection, reject } from "./rejection.ts";

/** The values of the requests that a step is for: a path value, or values by the names of path and query parameters. */
export type RequestValues = string | Readonly<Record<string, string>>;

export function createCondition(values: RequestValues): Condition {
  if (typeof values === "string") return ({ pathValues }) => Object.values(pathValues).includes(values);
  return (request) => Object.entries(values).every(([name, value]) => valuesOf(request, name).includes(value));
}

const valuesOf = ({ pathValues, query }: MatchedRequest, name: string): readonly (string | undefined)[] =>
  Object.hasOwn(pathValues, name) ? [pathValues[name]] : query.getAll(name);

/**
 * Rejects a step that names an unknown example.
 * @param failures The tester's named failures, which a step can name like an example.
 */
export function checkStep(
  step: Step | Rejection,
  operation: Operation,
  failures: ReadonlyMap<string, Step> = new Map(),
): Step | Rejection {
  if (isRejection(step) || step.example === undefined) return step;
  const exampleNames = [...exampleNamesOf(operation), ...failures.keys()];
  if (exampleNames.includes(step.example)) return step;
  return reject(400, `unknown example. Known: ${exampleNames.join(", ") || "none"}.`);
}

/**
 * Parses steps as they come over the wire, one or a list of them: each a text as in a `Prefer` header, or an object
 * with the same names and `body`, `headers` and `for`.
 */
export function parseSteps(
  input: unknown,
  operation: Operation,
  failures: ReadonlyMap<string, Step>,
): readonly PlannedStep[] | Rejection {
  const steps: PlannedStep[] = [];
  for (const unparsed of Array.isArray(input) ? input : [input]) {
    const { for: values, ...rest } = Object(unparsed);
    if (typeof unparsed !== "string" && !isObject(unparsed))
      return reject(400, "A step is a string as in Prefer, or an object.");
    if (values !== undefined && !isRequestValues(values)) {
      return reject(400, "for takes a path value, or an object of path and query parameters with string values.");
    }
    const parsedStep = typeof unparsed === "string" ? parsePreferences(unparsed) : parseStep(rest);
    const step = checkStep(parsedStep, operation, failures);
    if (isRejection(step)) return step;
    steps.push({ step, condition: values === undefined ? undefined : createCondition(values) });
  }
  return steps;
}

const isRequestValues = (values: unknown): values is RequestValues =>
  typeof values === "string" || (isObject(values) && Object.values(values).every((value) => typeof value === "string"));
