import { type Contract, type IndexEntry, type Json, type Operation, pathOperations } from "../contract.ts";
import { createNaming } from "../learn/facts/index-names.ts";
import { createSkeleton } from "./skeleton.ts";

export interface NewOperation {
  id: string;
  method: string;
  path: string;
  area: string;
  name: string;
}

/**
 * Adds an operation to a copy of the contract: to its paths, to its index, and to the number of operations in its
 * description.
 * @throws Error that says which value doesn't fit.
 */
export function withOperation(contract: Contract, operation: NewOperation): Contract {
  checkForm(operation);
  const [place, entry] = findIndexPlace(contract, operation);
  checkFree(contract, operation);
  const index = contract["x-operation-index"];
  const { area, method, name, id: operationId } = operation;
  const changedEntry: IndexEntry = {
    ...(entry ?? { area, method: method as IndexEntry["method"], name }),
    operationId,
  };
  const count = index.length;
  const description = entry
    ? contract.info.description
    : contract.info.description.replace(`${count} operations`, `${count + 1} operations`);
  const changedContract = {
    ...contract,
    info: { ...contract.info, description },
    "x-operation-index": index.toSpliced(entry ? place : place + 1, entry ? 1 : 0, changedEntry),
  };
  const summary = createNaming(changedContract).summaryOf(changedEntry, method, operation.path);
  return { ...changedContract, paths: withPath(contract, operation, createSkeleton(operation, summary)) };
}

/** Adds the operation to the paths. A new path follows the last one of its area, or of all. */
function withPath(contract: Contract, { path, method, area }: NewOperation, skeleton: Json): Contract["paths"] {
  const item = { ...contract.paths[path], [method.toLowerCase()]: skeleton as unknown as Operation };
  if (contract.paths[path]) return { ...contract.paths, [path]: item };
  const operations = pathOperations(contract);
  const last = operations.findLast(({ operation }) => operation.tags[0] === area) ?? operations.at(-1);
  const paths = Object.entries(contract.paths);
  const index = paths.findIndex(([itemPath]) => itemPath === last?.path);
  return Object.fromEntries(paths.toSpliced(index < 0 ? paths.length : index + 1, 0, [path, item]));
}

function checkForm({ id, method, path }: NewOperation): void {
  if (!/^(GET|POST|PUT|PATCH|DELETE)$/.test(method)) throw new Error("--method is GET, POST, PUT, PATCH or DELETE.");
  if (!/^[a-z][A-Za-z0-9]*$/.test(id)) throw new Error("--id must be in camelCase, such as createToken.");
  if (!/^\/api\/v2(\/([\w.~:-]|{[A-Za-z][\w-]*})+)+$/.test(path)) {
    throw new Error("--path must start with /api/v2/, with {name} for each value and without a query.");
  }
}

function checkFree(contract: Contract, { id, method, path }: NewOperation): void {
  const shape = (template: string) => template.replaceAll(/{[^}]*}/g, "{}");
  for (const existing of pathOperations(contract)) {
    const { operationId } = existing.operation;
    if (operationId === id)
      throw new Error(`The contract has an operation ${id}: ${existing.method} ${existing.path}.`);
    if (shape(existing.path) !== shape(path)) continue;
    if (existing.path !== path) throw new Error(`The contract has this path as ${existing.path}.`);
    if (existing.method === method) throw new Error(`The contract has ${method} ${path}: ${operationId}.`);
  }
}

/** Returns the operation's entry in the index and its place, or the place of the entry that a new one follows. */
function findIndexPlace(contract: Contract, { area, method, name }: NewOperation): [number, IndexEntry?] {
  const areas = contract.tags.map((tag) => tag.name);
  if (!areas.includes(area)) throw new Error(`Unknown area: ${area}. The contract has ${areas.join(", ")}.`);
  const index = contract["x-operation-index"];
  const place = index.findIndex((row) => row.area === area && row.name === name && row.method === method);
  const entry = index[place];
  if (entry?.operationId) throw new Error(`"${name}" is documented: ${entry.operationId}.`);
  if (entry) return [place, entry];
  const sameName = index.find((row) => row.area === area && row.name === name);
  if (sameName?.method === "unspecified")
    throw new Error(`The method of "${name}" is an unknown: close it in the index first.`);
  // Several operations share a name, distinguished by their methods, only if the description has them all.
  if (sameName) throw new Error(`The index has "${name}" as ${sameName.method}.`);
  const last = index.findLastIndex((row) => row.area === area);
  return [last < 0 ? index.length - 1 : last];
}
