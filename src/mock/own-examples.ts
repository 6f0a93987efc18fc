import { createMatcher } from "../core/match.ts";
import { type Example, examplesOf, isSuccess, type Operation } from "../core/operation.ts";
import { parseStep, type Step } from "../core/preferences.ts";
import { isRejection, type Rejection } from "../core/rejection.ts";
import { createStub, isStub } from "../core/stubs.ts";
import { isObject } from "../openapi/json.ts";
import type { PathMatch } from "../openapi/path.ts";
import { checkName } from "./check.ts";
import { assertValid, readData, throwInvalid } from "./data.ts";

/** The additions of a tester's examples file to a contract. */
export interface OwnExamples {
  /** By operation id, by name. */
  readonly bodies: Record<string, Record<string, unknown>>;
  readonly stubs: Record<string, Operation>;
  readonly failures: ReadonlyMap<string, Step>;
}

export const noExamples: OwnExamples = { bodies: {}, stubs: {}, failures: new Map() };

/** Reads an examples file. @throws an error that lists its mistakes. */
export async function readOwnExamples(
  file: string,
  operations: Readonly<Record<string, Operation>>,
  security: Operation["security"],
): Promise<OwnExamples> {
  const data = await readData(file);
  if (!isObject(data))
    return throwInvalid(file, ["It must map operation ids to examples, and example names to bodies."]);
  const { failures = {}, ...rest } = data;
  const isNew = (id: string) => isStub(id) && !Object.hasOwn(operations, id);
  const stubs = Object.entries(rest).filter(([id]) => isNew(id));
  const bodies = Object.entries(rest).filter(([id]) => !isNew(id));
  const match = createMatcher(operations);
  assertValid(file, [
    ...bodies.flatMap(([id, value]) => checkBodies(id, value, operations)),
    ...stubs.flatMap(([id, value]) => checkStub(id, value, match)),
    ...checkFailures(failures, [
      ...Object.values(operations).flatMap(examplesOf),
      ...bodies.flatMap(([, value]) => Object.keys(Object(value))),
    ]),
  ]);
  return {
    bodies: Object.fromEntries(bodies) as Record<string, Record<string, unknown>>,
    stubs: Object.fromEntries(
      stubs.map(([id, value]) => [
        id,
        createStub(id, security, toExamples(value as Record<string, unknown>)) as Operation,
      ]),
    ),
    failures: new Map(Object.entries(failures as object).map(([name, step]) => [name, parseStep(step) as Step])),
  };
}

const toExamples = (bodies: Record<string, unknown>): ReadonlyMap<string, Example> =>
  new Map(Object.entries(bodies).map(([name, value]) => [name, { value, source: "tester" }]));

const mapsNames = "it must map example names to bodies.";

function checkBodies(id: string, bodies: unknown, operations: Readonly<Record<string, Operation>>): string[] {
  const operation = Object.hasOwn(operations, id) ? operations[id] : undefined;
  if (!operation) return [`${id}: unknown operation.`];
  if (!operation.responses.find(isSuccess)?.contents[0]) {
    return [`${id}: the contract declares no body for its response, so it can't have examples.`];
  }
  return isObject(bodies) ? Object.keys(bodies).flatMap((name) => checkName(id, name)) : [`${id}: ${mapsNames}`];
}

type Matcher = (method: string, segments: readonly string[]) => PathMatch<string> | Rejection;

function checkStub(id: string, bodies: unknown, match: Matcher): string[] {
  const operation = createStub(id);
  if (!operation) return [`${id}: it must be a method and a decoded path from / without a query.`];
  const contractMatch = match(operation.method, operation.path.slice(1).split("/"));
  if (!isRejection(contractMatch)) return [`${id}: the contract has this operation. Use its id, ${contractMatch.id}.`];
  return isObject(bodies) ? Object.keys(bodies).flatMap((name) => checkName(id, name)) : [`${id}: ${mapsNames}`];
}

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

/** Adds the tester's examples to an operation's success. They replace examples of the same name. */
export function withExamples(operation: Operation, bodies: Record<string, unknown> | undefined): Operation {
  const success = operation.responses.find(isSuccess);
  const [content, ...rest] = success?.contents ?? [];
  if (!bodies || !success || !content) return operation;
  const contents = [{ ...content, examples: new Map([...content.examples, ...toExamples(bodies)]) }, ...rest];
  return {
    ...operation,
    responses: operation.responses.map((response) => (response === success ? { ...response, contents } : response)),
  };
}
