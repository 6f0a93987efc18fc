import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { isStub, stub } from "../core/examples.ts";
import { matcher } from "../core/match.ts";
import type { Example, Operation } from "../core/operation.ts";
import { examplesOf } from "../core/plan.ts";
import { parseStep, type Step } from "../core/preferences.ts";
import { freeFormOf } from "../core/query.ts";
import { isRejection } from "../core/rejection.ts";
import type { JunkInboxInputNames } from "../options.ts";
import { checkDocument, checkName, checkOperations } from "./check.ts";
import { besidePrism, loadPrism, type PrismOperation } from "./prism.ts";

export interface Contract {
  operations: Record<string, Operation>;
  /** The same operations as Prism reads them, without the stubs. */
  prism: Record<string, PrismOperation>;
  /** The tester's named failures. */
  failures: ReadonlyMap<string, Step>;
}

/** The contract that this package ships. */
export const ownContract = (): string => fileURLToPath(import.meta.resolve("phone-agent-api/openapi.yaml"));

/**
 * Reads a contract, and the examples that the tester adds to it.
 * @throws an error that lists everything that would make the mock unreliable.
 */
export async function loadContract(
  file: string,
  { examples, inputNames }: { examples: string | undefined; inputNames: JunkInboxInputNames },
): Promise<Contract> {
  const document = readData(file);
  orInvalid(file, checkDocument(document));
  const prism = await loadPrism()
    .getHttpOperationsFromSpec(file)
    .catch((error: Error) => invalid(file, [error.message]));
  const byId = Object.fromEntries(prism.map((operation) => [operation.iid as string, operation]));
  orInvalid(file, checkOperations(byId));
  const own = examples === undefined ? {} : readOwn(examples);
  const { failures, stubs, rest } = sorted(own);
  if (examples !== undefined) {
    orInvalid(examples, addExamples(byId, rest));
    orInvalid(examples, checkOperations(byId));
  }
  const declared = Object.entries(byId).map(([id, operation]) => [id, toOperation(id, operation, inputNames)] as const);
  const operations = Object.fromEntries<Operation>(declared);
  if (examples !== undefined) {
    orInvalid(examples, [...checkStubs(stubs, operations), ...checkFailures(failures, operations)]);
  }
  const named = Object.entries(stubs).map(([id, bodies]) => [id, stub(id, bodiesOf(bodies)) as Operation] as const);
  return {
    operations: { ...operations, ...Object.fromEntries(named) },
    prism: byId,
    failures: new Map(Object.entries(failures).map(([name, step]) => [name, parseStep(step as object) as Step])),
  };
}

/** @throws an error where the file does not hold a map. */
function readOwn(file: string): Record<string, unknown> {
  const data = readData(file, { mergeKeys: true });
  return isMap(data) ? data : invalid(file, ["It must map operation ids to examples, and example names to bodies."]);
}

/** The parts of an examples file: failures by name, operations by method and path, and operations by id. */
function sorted({ failures = {}, ...own }: Record<string, unknown>) {
  const stubs = Object.entries(own).filter(([id]) => isStub(id));
  const rest = Object.entries(own).filter(([id]) => !isStub(id));
  return {
    failures: failures as Record<string, unknown>,
    stubs: Object.fromEntries(stubs) as Record<string, Record<string, unknown>>,
    rest: Object.fromEntries(rest),
  };
}

const bodiesOf = (bodies: Record<string, unknown>): ReadonlyMap<string, Example> =>
  new Map(Object.entries(bodies).map(([name, value]) => [name, { value, source: "tester" }]));

function checkStubs(stubs: Record<string, unknown>, operations: Record<string, Operation>): string[] {
  const match = matcher(operations);
  return Object.entries(stubs).flatMap(([id, bodies]) => {
    const operation = stub(id);
    if (!operation) return [`${id}: it must be a method and a decoded path from / without a query.`];
    const known = match(operation.method, operation.path.slice(1).split("/"));
    if (!isRejection(known)) return [`${id}: the contract has this operation. Use its id, ${known.id}.`];
    return isMap(bodies) ? Object.keys(bodies).flatMap((name) => checkName(id, name)) : [`${id}: ${mapsNames}`];
  });
}

function checkFailures(failures: unknown, operations: Record<string, Operation>): string[] {
  if (!isMap(failures)) return ["failures: it must map names to failures."];
  const taken = Object.values(operations).flatMap(examplesOf);
  return Object.entries(failures).flatMap(([name, failure]) => {
    const step = isMap(failure) ? parseStep(failure) : undefined;
    const where = `failures, ${name}`;
    if (!step || (!isRejection(step) && (step.code ?? 0) < 300)) {
      return [`${where}: it must have a code from 300 to 599, and may have headers, a body, a delay and a fault.`];
    }
    if (isRejection(step)) return [`${where}: ${step.detail}`];
    if ("times" in step || "example" in step || "dynamic" in step) {
      return [`${where}: it cannot have times, example or dynamic.`];
    }
    return taken.includes(name) ? [`${where}: an example has this name.`] : checkName("failures", name);
  });
}

interface Node {
  mappings?: { key: { value: unknown }; value: Node | null }[];
  items?: (Node | null)[];
}
interface Yaml {
  parseWithPointers(
    text: string,
    options: { mergeKeys: boolean },
  ): {
    ast: Node | undefined;
    data: unknown;
    diagnostics: { message: string; severity: number; range: { start: { line: number } } }[];
  };
}

function readData(file: string, { mergeKeys } = { mergeKeys: false }): unknown {
  const { parseWithPointers } = besidePrism("@stoplight/yaml") as Yaml;
  const text = readText(file);
  const { ast, data, diagnostics } = orThrow(file, () => parseWithPointers(text, { mergeKeys }));
  const errors = diagnostics.filter(({ severity }) => severity === 0);
  orInvalid(
    file,
    errors.map(({ message, range }) => `line ${range.start.line + 1}: ${message}`),
  );
  // The parser drops it, with everything below it.
  if ([...keysOf(ast)].includes("__proto__")) invalid(file, ["__proto__ cannot be a name."]);
  return data;
}

function* keysOf(node: Node | null | undefined): Generator<unknown> {
  for (const { key, value } of node?.mappings ?? []) {
    yield key.value;
    yield* keysOf(value);
  }
  for (const item of node?.items ?? []) yield* keysOf(item);
}

/** The parser throws for tags that it does not know, such as `!!binary`. */
function orThrow<Parsed>(file: string, parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (error) {
    return invalid(file, [`unsupported YAML (${(error as Error).message}).`]);
  }
}

const reasons = {
  ENOENT: "no such file",
  EACCES: "no permission",
  EISDIR: "it is a folder",
  ENOTDIR: "no such file",
};

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const reason = reasons[code as keyof typeof reasons] ?? code;
    throw new Error(`Cannot read ${file}: ${reason}.`);
  }
}

function orInvalid(file: string, findings: string[]): void {
  if (findings.length > 0) invalid(file, findings);
}

function invalid(file: string, findings: string[]): never {
  throw new Error([`${basename(file)} is not valid:`, ...findings].join("\n- "));
}

/** Adds the tester's examples to the successful responses. They replace examples of the same name. */
function addExamples(operations: Record<string, PrismOperation>, data: Record<string, unknown>): string[] {
  return Object.entries(data).flatMap(([id, examples]) => {
    const operation = Object.hasOwn(operations, id) ? operations[id] : undefined;
    const media = operation?.responses.find(({ code }) => code.startsWith("2"))?.contents?.[0];
    if (!operation) return [`${id}: unknown operation.`];
    if (!media) return [`${id}: the contract declares no body for its response, so it cannot have examples.`];
    if (!isMap(examples)) return [`${id}: ${mapsNames}`];
    const added = Object.entries(examples).map(([key, value]) => ({ id: key, key, value, own: true }));
    const kept = (media.examples ?? []).map((one) => added.find(({ key }) => key === one.key) ?? one);
    media.examples = [...kept, ...added.filter((one) => !kept.includes(one))];
    return [];
  });
}

const mapsNames = "it must map example names to bodies.";

const isMap = (data: unknown): data is Record<string, unknown> =>
  typeof data === "object" && data !== null && !Array.isArray(data);

function toOperation(
  id: string,
  { method, path, request, responses }: PrismOperation,
  inputNames: JunkInboxInputNames,
): Operation {
  const declared = [...(request?.path ?? []), ...(request?.query ?? [])];
  const free = declared.map(({ name, schema }) => freeFormOf(name, schema));
  const named = declared.filter((_, index) => !free[index]).map(({ name }) => name);
  const inputs = id === "listJunkInbox" ? Object.values(inputNames).filter((name) => name !== undefined) : [];
  return {
    method: method.toUpperCase(),
    path,
    parameters: ["token", ...named, ...inputs],
    freeForm: free.find((one) => one !== undefined),
    responses: responses.map(({ code, contents: [media] = [] }) => ({
      code,
      content: media !== undefined,
      specified: media?.schema !== undefined && !isOpen(media.schema),
      examples: new Map(
        media?.examples?.flatMap((one) => {
          const source = "own" in one ? "tester" : "contract";
          return "value" in one ? [[one.key, { value: one.value, source }] as const] : [];
        }),
      ),
    })),
  };
}

/** Whether a schema allows any value. */
const isOpen = (schema: object) =>
  Object.keys(schema).every((keyword) => keyword.startsWith("x-") || ["$schema", "description"].includes(keyword));
