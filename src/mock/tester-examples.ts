import { createMatcher } from "../core/match.ts";
import { createStub, exampleNamesOf, isStub, isSuccess, type Operation, toExamples } from "../core/operation.ts";
import { parseStep, type Step } from "../core/preferences.ts";
import { isRejection } from "../core/rejection.ts";
import { isObject } from "../openapi/json.ts";
import { assertValid, readData, throwInvalid } from "./data.ts";

export interface TesterExamples {
  /** By id: only the operations of the contract that get examples, with all of theirs, and stubs. */
  readonly operations: Readonly<Record<string, Operation>>;
  readonly failures: ReadonlyMap<string, Step>;
}

/** Reads an examples file, if there is one. @throws an error that lists its mistakes. */
export async function readTesterExamples(
  file: string | undefined,
  operations: Readonly<Record<string, Operation>>,
  security: Operation["security"],
): Promise<TesterExamples> {
  if (file === undefined) return { operations: {}, failures: new Map() };
  const data = await readData(file);
  if (!isObject(data))
    return throwInvalid(file, ["It must map operation ids to examples, and example names to bodies."]);
  const { failures = {}, ...examples } = data;
  const operationOf = (id: string) => (Object.hasOwn(operations, id) ? operations[id] : createStub(id, security));
  const match = createMatcher(operations);

  function checkExamples(id: string, bodies: unknown): string[] {
    const operation = operationOf(id);
    if (!operation && isStub(id)) return [`${id}: it must be a method and a decoded path from / without a query.`];
    if (!operation) return [`${id}: unknown operation.`];
    const contractMatch = match(operation.method, operation.path.slice(1).split("/"));
    if (!Object.hasOwn(operations, id) && !isRejection(contractMatch))
      return [`${id}: the contract has this operation. Use its id, ${contractMatch.id}.`];
    if (!operation.responses.find(isSuccess)?.contents[0])
      return [`${id}: the contract declares no body for its response, so it can't have examples.`];
    if (!isObject(bodies)) return [`${id}: it must map example names to bodies.`];
    return Object.keys(bodies).flatMap((name) => checkName(id, name));
  }

  assertValid(file, [
    ...Object.entries(examples).flatMap(([id, bodies]) => checkExamples(id, bodies)),
    ...checkFailures(failures, [
      ...Object.values(operations).flatMap(exampleNamesOf),
      ...Object.values(examples).flatMap((bodies) => Object.keys(Object(bodies))),
    ]),
  ]);
  const changedOperations = Object.entries(examples).map(
    ([id, bodies]) => [id, addExamples(operationOf(id) as Operation, bodies as object)] as const,
  );
  return {
    operations: Object.fromEntries(changedOperations),
    failures: new Map(Object.entries(failures as object).map(([name, step]) => [name, parseStep(step) as Step])),
  };
}

/** Returns the problem of an example's name, if it has one: a header carries it percent-encoded. */
const checkName = (context: string, name: string): string[] =>
  /^$|\p{Cs}/u.test(name) ? [`${context}: the name of an example is empty, or not valid Unicode.`] : [];

function checkFailures(failures: unknown, exampleNames: readonly string[]): string[] {
  if (!isObject(failures)) return ["failures: it must map names to failures."];
  return Object.entries(failures).flatMap(([name, failure]) => {
    const step = isObject(failure) ? parseStep(failure) : undefined;
    const context = `failures, ${name}`;
    if (!step || (!isRejection(step) && (step.code ?? 0) < 300)) {
      return [`${context}: it must have a code from 300 to 599, and may have headers, a body, a delay and a fault.`];
    }
    if (isRejection(step)) return [`${context}: ${step.detail}`];
    if ("times" in step || "example" in step || "dynamic" in step) {
      return [`${context}: it can't have times, example or dynamic.`];
    }
    return exampleNames.includes(name) ? [`${context}: an example has this name.`] : checkName("failures", name);
  });
}

/** Adds the tester's examples to the first content of an operation's success. They replace those of the same name. */
function addExamples(operation: Operation, bodies: object): Operation {
  const success = operation.responses.find(isSuccess);
  const [content, ...rest] = success?.contents ?? [];
  if (!success || !content) return operation;
  const contents = [{ ...content, examples: new Map([...content.examples, ...toExamples(bodies, "tester")]) }, ...rest];
  return {
    ...operation,
    responses: operation.responses.map((response) => (response === success ? { ...response, contents } : response)),
  };
}
