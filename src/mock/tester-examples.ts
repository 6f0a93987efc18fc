import { createStub, exampleNamesOf, isSuccess } from "../core/operation.ts";
import { parseStep, type Step } from "../core/preferences.ts";
import { isRejection } from "../core/rejection.ts";
import { createMatcher } from "../core/request.ts";
import { describeUnknown } from "../core/text.ts";
import { assertValid, throwInvalid } from "../document/data.ts";
import { isObject } from "../openapi/json.ts";
import { orderedEntries } from "../openapi/key-order.ts";
import { type ServedOperation, toExamples } from "../openapi/operation.ts";

interface TesterExamples {
  /**
   * By id: only the operations of the contract that get examples, with all of theirs, and stubs.
   */
  readonly operations: Readonly<Record<string, ServedOperation>>;
  readonly failures: ReadonlyMap<string, Step>;
}

/**
 * Reads the data of an examples file, if there is one. @throws an error that lists its mistakes.
 */
export function readTesterExamples(
  file: string | undefined,
  data: unknown,
  operations: Readonly<Record<string, ServedOperation>>,
  security: ServedOperation["security"],
): TesterExamples {
  if (file === undefined) return { operations: {}, failures: new Map() };
  if (!isObject(data))
    return throwInvalid(file, [
      "It must map operation ids to examples, and example names to bodies.",
    ]);
  const { failures = {}, ...examples } = data;
  if (!isObject(failures)) return throwInvalid(file, ["failures: it must map names to failures."]);
  const match = createMatcher(operations);

  /**
   * Adds examples to the first content of an operation's success, or returns why it can't have
   * them.
   */
  function addExamples(id: string, bodies: unknown): ServedOperation | string {
    const declaredOperation = Object.hasOwn(operations, id) ? operations[id] : undefined;
    if (!declaredOperation && !id.includes(" "))
      return describeUnknown("operation", id, Object.keys(operations));
    const operation = declaredOperation ?? createStub(id, match, security);
    if (isRejection(operation)) return operation.detail;
    const success = operation.responses.find(isSuccess);
    const [content, ...furtherContents] = success?.contents ?? [];
    if (!content)
      return "the contract declares no body for its response, so it can't have examples.";
    if (!isObject(bodies)) return "it must map example names to bodies.";
    if (Object.keys(bodies).some(isUnfitName)) return unfitName;
    const allExamples = new Map([
      ...content.examples,
      ...toExamples(orderedEntries(bodies), "tester"),
    ]);
    const contents = [{ ...content, examples: allExamples }, ...furtherContents];
    const responses = operation.responses.map((item) =>
      item === success ? { ...item, contents } : item,
    );
    return { ...operation, responses };
  }

  const changes = Object.entries(examples).map(
    ([id, bodies]) => [id, addExamples(id, bodies)] as const,
  );
  const exampleNames = [
    ...Object.values(operations),
    ...changes.map(([, operation]) => operation),
  ].flatMap((operation) => (typeof operation === "string" ? [] : exampleNamesOf(operation)));
  const steps = Object.entries(failures).map(
    ([name, failure]) =>
      [
        name,
        exampleNames.includes(name) ? "an example has this name." : parseFailure(name, failure),
      ] as const,
  );
  const results = [
    ...changes,
    ...steps.map(([name, step]) => [`failures, ${name}`, step] as const),
  ];
  assertValid(
    file,
    results.flatMap(([context, problem]) =>
      typeof problem === "string" ? `${context}: ${problem}` : [],
    ),
  );
  return {
    operations: Object.fromEntries(changes) as TesterExamples["operations"],
    failures: new Map(steps) as TesterExamples["failures"],
  };
}

/**
 * A request without an example would get the one with an empty name, and a header can't have half a
 * character.
 */
const isUnfitName = (name: string) => /^$|\p{Cs}/u.test(name);
const unfitName = "a name is empty, or not valid Unicode.";

/** Parses a failure, or returns what is wrong with it. */
function parseFailure(name: string, failure: unknown): Step | string {
  if (isUnfitName(name)) return unfitName;
  const step = parseStep(isObject(failure) ? failure : {});
  if (isRejection(step)) return step.detail;
  if ((step.code ?? 0) < 300)
    return "it must have a code from 300 to 599, and may have headers, a body, a delay and a fault.";
  const isUnfit = "times" in step || "example" in step || "dynamic" in step;
  return isUnfit ? "it can't have times, example or dynamic." : step;
}
