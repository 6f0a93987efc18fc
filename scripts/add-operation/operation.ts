import type { IndexEntry } from "../../src/openapi/operation-index.ts";
import { pathValueNamesOf } from "../../src/openapi/path.ts";
import { createUnknownId } from "../../src/openapi/unknown-aspects.ts";
import type { Contract, IndexRow, Json, Operation } from "../contract/document.ts";
import { createNaming } from "../contract/index-names.ts";
import { documentedOperations } from "../contract/operations.ts";
import { toKebabCase } from "../contract/words.ts";

export interface NewOperation {
  id: string;
  method: string;
  path: string;
  area: string;
  name: string;
}

/**
 * Adds an operation to a copy of the contract, in its paths and its index.
 * @throws Error if the contract has the id, the method and path, or the name, or doesn't have the area. The lint finds
 * other mistakes.
 */
export function withOperation(contract: Contract, operation: NewOperation): Contract {
  const { area, method, name, path, id: operationId } = operation;
  for (const { operation: existing, ...route } of documentedOperations(contract)) {
    if (route.path === path && route.method === method)
      throw new Error(`The contract has ${method} ${path} already: edit its operation ${existing.operationId}.`);
    if (existing.operationId === operationId)
      throw new Error(`${operationId} is the id of ${route.method} ${route.path}: choose another --id.`);
  }
  const areas = contract.tags.map((tag) => tag.name);
  if (!areas.includes(area))
    throw new Error(`"${area}" isn't an area of the contract. Choose --area from: ${areas.join(", ")}.`);
  const copy = structuredClone(contract);
  copy["x-operation-index"][area] ??= [];
  const rows = copy["x-operation-index"][area];
  const namesakes = rows.filter((row) => row.name === name);
  let row = namesakes.find((namesake) => namesake.method === method);
  if (row?.operationId) throw new Error(`"${name}" is documented as ${row.operationId}: choose another --name.`);
  // Several operations share a name, distinguished by their methods, only if the description has them all.
  if (!row && namesakes[0])
    throw new Error(`The index has "${name}" as ${namesakes[0].method}: choose this --method or another --name.`);
  if (!row) {
    row = { method: method as IndexRow["method"], name };
    rows.push(row);
  }
  row.operationId = operationId;
  const naming = createNaming(copy);
  const entry = naming.findEntry(operationId, method, path) as IndexEntry;
  const skeleton = createSkeleton(operation, naming.summaryOf(entry, method, path));
  return { ...copy, paths: withPath(contract, operation, skeleton) };
}

/** Adds the operation to the paths. A new path follows the last one of its area, or of all. */
function withPath(contract: Contract, { path, method, area }: NewOperation, skeleton: Json): Contract["paths"] {
  const item = { ...contract.paths[path], [method.toLowerCase()]: skeleton as unknown as Operation };
  if (contract.paths[path]) return { ...contract.paths, [path]: item };
  const operations = documentedOperations(contract);
  const previous = operations.findLast(({ operation }) => operation.tags[0] === area) ?? operations.at(-1);
  const paths = Object.entries(contract.paths);
  return Object.fromEntries(paths.toSpliced(paths.findIndex(([name]) => name === previous?.path) + 1, 0, [path, item]));
}

/** Creates an operation with its area, title, method and path. All else is marked as unknown. */
function createSkeleton({ id, path, area }: NewOperation, summary: string): Json {
  const unknown = toKebabCase(id);
  const parameters = pathValueNamesOf(path).map((name) => ({
    name,
    in: "path",
    required: true,
    description: "A value of the path.",
    schema: {},
    "x-not-shown": { [`${unknown}-${toKebabCase(name)}-type`]: `Type and meaning of \`${name}\`` },
    examples: {
      placeholder: { summary: "A placeholder, not a real value", value: `example-${toKebabCase(name)}` },
    },
  }));
  return {
    operationId: id,
    tags: [area],
    summary,
    description: "Only this operation's area, name, method and path are known.",
    "x-repeatable": false,
    "x-not-shown": {
      [`${unknown}-details`]: "Details beyond the area, name, method and path",
      [createUnknownId(unknown, "token")]: "Token requirement",
      [createUnknownId(unknown, "parameters")]: "Request parameters other than credentials and path values",
      [createUnknownId(unknown, "payload")]: "Request payload",
    },
    ...(parameters.length > 0 && { parameters }),
    responses: {
      "2XX": {
        description: "A successful response.",
        "x-not-shown": {
          [createUnknownId(unknown, "success status")]: "Status code of a successful response",
          [createUnknownId(unknown, "body")]: "Shape of the response body",
        },
        content: { "application/json": { schema: {} } },
      },
      default: { $ref: "#/components/responses/Failure" },
    },
  };
}
