import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Operation } from "../core/operation.ts";
import type { JunkInboxInputNames } from "../options.ts";
import { checkDocument, checkOperations } from "./check.ts";
import { besidePrism, loadPrism, type PrismOperation } from "./prism.ts";

export interface Contract {
  operations: Record<string, Operation>;
  /** The same operations as Prism reads them. */
  prism: Record<string, PrismOperation>;
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
  if (examples !== undefined) {
    orInvalid(examples, addExamples(byId, readData(examples)));
    orInvalid(examples, checkOperations(byId));
  }
  const operations = Object.entries(byId).map(
    ([id, operation]) => [id, toOperation(id, operation, inputNames)] as const,
  );
  return { operations: Object.fromEntries(operations), prism: byId };
}

interface Node {
  mappings?: { key: { value: unknown }; value: Node | null }[];
  items?: (Node | null)[];
}
interface Yaml {
  parseWithPointers(text: string): {
    ast: Node | undefined;
    data: unknown;
    diagnostics: { message: string; severity: number; range: { start: { line: number } } }[];
  };
}

function readData(file: string): unknown {
  const { parseWithPointers } = besidePrism("@stoplight/yaml") as Yaml;
  const text = readText(file);
  const { ast, data, diagnostics } = orThrow(file, () => parseWithPointers(text));
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

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new Error(`Cannot read ${file}.`);
  }
}

function orInvalid(file: string, findings: string[]): void {
  if (findings.length > 0) invalid(file, findings);
}

function invalid(file: string, findings: string[]): never {
  throw new Error([`${basename(file)} is not valid:`, ...findings].join("\n- "));
}

/** Adds the tester's examples to the successful responses. They replace examples of the same name. */
function addExamples(operations: Record<string, PrismOperation>, data: unknown): string[] {
  if (!isMap(data)) return ["It must map operation ids to examples, and example names to bodies."];
  return Object.entries(data).flatMap(([id, examples]) => {
    const operation = Object.hasOwn(operations, id) ? operations[id] : undefined;
    const media = operation?.responses.find(({ code }) => code.startsWith("2"))?.contents?.[0];
    if (!operation) return [`${id}: unknown operation.`];
    if (!media) return [`${id}: the contract declares no body for its response, so it cannot have examples.`];
    if (!isMap(examples)) return [`${id}: it must map example names to bodies.`];
    const added = Object.entries(examples).map(([key, value]) => ({ id: key, key, value, own: true }));
    const kept = (media.examples ?? []).map((one) => added.find(({ key }) => key === one.key) ?? one);
    media.examples = [...kept, ...added.filter((one) => !kept.includes(one))];
    return [];
  });
}

const isMap = (data: unknown): data is Record<string, unknown> =>
  typeof data === "object" && data !== null && !Array.isArray(data);

function toOperation(
  id: string,
  { method, path, request, responses }: PrismOperation,
  inputNames: JunkInboxInputNames,
): Operation {
  const declared = [...(request?.path ?? []), ...(request?.query ?? [])];
  // The properties of a free-form object are parameters of their own, and its own name never reaches the wire.
  const named = declared.filter(({ schema }) => schema?.type !== "object").map(({ name }) => name);
  const inputs = id === "listJunkInbox" ? Object.values(inputNames).filter((name) => name !== undefined) : [];
  return {
    method: method.toUpperCase(),
    path,
    parameters: ["token", ...named, ...inputs],
    responses: responses.map(({ code, contents: [media] = [] }) => ({
      code,
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
