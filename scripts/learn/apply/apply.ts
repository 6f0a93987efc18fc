import type { IndexEntry } from "../../../src/openapi/operation-index.ts";
import { pathValueNamesOf } from "../../../src/openapi/path.ts";
import { valueAt } from "../../../src/openapi/pointer.ts";
import { isSuccessStatus } from "../../../src/openapi/status.ts";
import { aspectOf, createUnknownId } from "../../../src/openapi/unknown-aspects.ts";
import type { Contract, IndexRow, Operation } from "../../contract/document.ts";
import { createNaming } from "../../contract/index-names.ts";
import { toKebabCase } from "../../contract/words.ts";
import { type LearnedOperation, undecided } from "../learned-file.ts";
import { applyChange, removeUnknowns } from "./change.ts";
import { completeContract } from "./complete.ts";

interface AppliedDecisions {
  contract: Contract;
  /**
   * The accepted facts about parts that the contract doesn't have: the facts that add these aren't
   * accepted.
   */
  waiting: string[];
}

/** @throws Error of one sentence if a decision can't be applied. */
export function applyDecisions(
  contract: Contract,
  operations: readonly LearnedOperation[],
): AppliedDecisions {
  const copy = structuredClone(contract);
  const waiting: string[] = [];
  const naming = createNaming(contract);
  const takenNames = new Set<object>();

  function findEntry({ method, path, name }: LearnedOperation): IndexEntry {
    if (path.includes("{?}"))
      throw new Error(`Replace {?} in ${method} ${path}: by a value, or by a word.`);
    const isMethod = (entry: IndexEntry) => ["unspecified", method].includes(entry.method);
    const namesakes = naming.index.filter((entry) => entry.name === name && isMethod(entry));
    if (namesakes.length === 0)
      throw new Error(`The index has no ${method} of the name "${name}", for ${path}.`);
    const entry = namesakes.find(
      (candidate) => !candidate.operationId && !takenNames.has(candidate),
    );
    if (!entry)
      throw new Error(
        `"${name}" is the name of another operation: choose one for ${method} ${path}.`,
      );
    takenNames.add(entry);
    return entry;
  }

  /**
   * Adds a new operation under its name in the index. Its inputs, bodies and responses are facts.
   */
  function createOperation(learned: LearnedOperation): Operation {
    const { method, path, source, exchanges, first, last } = learned;
    const entry = findEntry(learned);
    const operationId = naming.operationIdOf(entry, method, path);
    const row = valueAt(copy, entry.keys) as IndexRow;
    Object.assign(row, { operationId, ...(entry.method === "unspecified" && { method }) });
    removeUnknowns(row, (id) => aspectOf(id, entry.keys) === "method");
    const unknown = toKebabCase(operationId);
    const parameters = pathValueNamesOf(path).map((name) =>
      pathParameterOf(name, learned.values?.[name]),
    );
    return {
      operationId,
      tags: [entry.area],
      summary: naming.summaryOf(entry, method, path),
      description: `Known by name, and observed in traffic as ${method} \`${path}\`.`,
      "x-repeatable": false,
      "x-observed": { source, exchanges, ...(first && last && { first, last }) },
      "x-not-shown": {
        [`${unknown}-meaning`]: "Meaning of the observed inputs and fields",
        [createUnknownId(unknown, "token")]: "Token requirement",
        [`${unknown}-unobserved`]: "Inputs, fields and responses beyond the observed ones",
      },
      ...(parameters.length > 0 && { parameters }),
      responses: {},
    };
  }

  function applyFacts(operation: Operation, { method, path, facts }: LearnedOperation): void {
    for (const { fact, accept, changes } of facts) {
      const [change, ...parts] = accept === "yes" ? changes : [];
      if (!change) continue;
      if (applyChange(copy, operation, change))
        for (const part of parts) applyChange(copy, operation, part);
      else if (change.add) waiting.push(`${method} ${path} ${fact}`);
    }
  }

  for (const learned of operations) {
    const { method, path, name } = learned;
    const key = method.toLowerCase();
    const known = copy.paths[path]?.[key];
    if (known) applyFacts(known, learned);
    else if (name !== undecided) {
      const operation = createOperation(learned);
      applyFacts(operation, learned);
      copy.paths[path] = { ...copy.paths[path], [key]: withAllResponses(operation) };
    }
  }
  completeContract(copy);
  return { contract: copy, waiting };
}

const pathParameterOf = (name: string, type = "string") => ({
  name,
  in: "path" as const,
  required: true,
  description: "A value in the path; the name is ours.",
  schema: { type },
  examples: {
    placeholder: { summary: "A placeholder", value: type === "integer" ? 1 : "example-id" },
  },
});

/** Adds the responses that each operation has: a success, and the failures that aren't observed. */
function withAllResponses({ responses, ...operation }: Operation): Operation {
  const id = createUnknownId(toKebabCase(operation.operationId), "success status");
  const success = {
    description: "A successful response.",
    "x-not-shown": { [id]: "Status code of a successful response" },
  };
  return {
    ...operation,
    responses: {
      ...(!Object.keys(responses).some(isSuccessStatus) && { "2XX": success }),
      ...responses,
      default: { $ref: "#/components/responses/Failure" } as never,
    },
  };
}
