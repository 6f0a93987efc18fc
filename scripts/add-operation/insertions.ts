import type { Insertion } from "../contract/splice.ts";
import { type Contract, type IndexEntry, pathOperations } from "../contract.ts";
import { scalar, skeleton } from "./skeleton.ts";

export interface NewOperation {
  id: string;
  method: string;
  path: string;
  area: string;
  name: string;
}

/**
 * What the contract needs for a new operation.
 * @throws an error that says which value doesn't fit.
 */
export function insertions(contract: Contract, operation: NewOperation): Insertion[] {
  const { id, method, path } = operation;
  checkForm(operation);
  const [place, entry] = indexPlace(contract, operation);
  const item = contract.paths[path];
  checkFree(contract, operation);
  const text = skeleton(operation);
  return [
    item
      ? { after: ["paths", path], text }
      : { after: ["paths", lastPath(contract, operation.area)], text: `\n  ${path}:\n${text}` },
    entry
      ? { after: ["x-operation-index", place, "name"], text: `    operationId: ${id}` }
      : {
          after: ["x-operation-index", place],
          text: indexEntry({ ...operation, method: method as IndexEntry["method"] }),
        },
  ];
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
  for (const known of pathOperations(contract)) {
    const { operationId } = known.operation;
    if (operationId === id) throw new Error(`The contract has an operation ${id}: ${known.method} ${known.path}.`);
    if (shape(known.path) !== shape(path)) continue;
    if (known.path !== path) throw new Error(`The contract has this path as ${known.path}.`);
    if (known.method === method) throw new Error(`The contract has ${method} ${path}: ${operationId}.`);
  }
}

/** The operation's entry in the index, or the one that a new entry follows. */
function indexPlace(contract: Contract, { area, method, name }: NewOperation): [number, IndexEntry?] {
  const areas = contract.tags.map((tag) => tag.name);
  if (!areas.includes(area)) throw new Error(`Unknown area: ${area}. The contract has ${areas.join(", ")}.`);
  const index = contract["x-operation-index"];
  const place = index.findIndex((each) => each.area === area && each.name === name && each.method === method);
  const entry = index[place];
  if (entry?.operationId) throw new Error(`"${name}" is documented: ${entry.operationId}.`);
  if (entry) return [place, entry];
  const other = index.find((each) => each.area === area && each.name === name);
  if (other?.method === "unspecified")
    throw new Error(`The method of "${name}" is an unknown: close it in the index first.`);
  // Several operations share a name, told apart by their methods, only where the description has them all.
  if (other) throw new Error(`The index has "${name}" as ${other.method}.`);
  const last = index.findLastIndex((each) => each.area === area);
  return [last < 0 ? index.length - 1 : last];
}

/** The last path of an area, or of all: the contract keeps what belongs together. */
function lastPath(contract: Contract, area: string): string {
  const paths = pathOperations(contract);
  const last = paths.findLast(({ operation }) => operation.tags[0] === area) ?? paths.at(-1);
  if (!last) throw new Error("The contract has no paths yet: write the first one by hand.");
  return last.path;
}

const indexEntry = ({ area, method, name, id }: NewOperation): string =>
  [`  - area: ${area}`, `    method: ${method}`, `    name: ${scalar(name)}`, `    operationId: ${id}`].join("\n");
