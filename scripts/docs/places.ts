import {
  type Contract,
  cachePerDocument,
  collectTargets,
  type IndexEntry,
  type IndexedOperation,
  isObject,
  keysOf,
  knownOperations,
  type Operation,
  type PathOperation,
  pathOperations,
  type Unknown,
  unknowns,
} from "../contract.ts";

/** Turns words into a part of an address, as Redoc does with areas and operation ids. */
export const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll("&", "-and-")
    .replaceAll(/[^a-z0-9]+/g, "-");

/** Returns the id of a heading on its page. */
export const toHeadingSlug = (heading: string): string =>
  toSlug(heading.replaceAll(/[`*]/g, "")).replaceAll(/^-|-$/g, "");

/** Returns the file of an operation that has a path. */
export const operationFile = ({ operation }: { operation: Operation }): string =>
  `operations/${operation.operationId}.html`;

/** Returns the file of an operation of the index, named by its operation id, or else by its name. */
export const entryFile = (contract: Contract, { pathOperation, ...entry }: IndexedOperation): string =>
  pathOperation ? operationFile(pathOperation) : `operations/${entrySlug(contract, entry)}.html`;

/** Returns the name in a file name. If several operations share a name, the method distinguishes them. */
const entrySlug = (contract: Contract, { method, name }: IndexEntry): string =>
  toSlug(sharedSlugs(contract).has(toSlug(name)) ? `${method} ${name}` : name);

/** Returns the name of an operation of the index. If several share it, the method follows. */
export const entryName = (contract: Contract, { method, name }: IndexEntry): string =>
  sharedSlugs(contract).has(toSlug(name)) ? `${name} (${method})` : name;

/** Returns the title of an operation's page: its summary, or its name. */
export const entryTitle = (contract: Contract, { pathOperation, ...entry }: IndexedOperation): string =>
  pathOperation?.operation.summary ?? entryName(contract, entry);

/** The slugs of the names that several operations of the index share. */
const sharedSlugs = cachePerDocument((contract: Contract): Set<string> => {
  const names = contract["x-operation-index"].map(({ name }) => toSlug(name)).sort();
  return new Set(names.filter((name, index) => name === names[index - 1]));
});

export const homeFile = "index.html";
export const allOperationsFile = "all-operations.html";

/** Returns the address of an area: its heading on the page of all operations. */
export const areaAddress = (area: string): string => `/${allOperationsFile}#${toHeadingSlug(area)}`;

export interface Place {
  /** The area, the operation or the API that the page or section is about. */
  subject: string;
  /** The part of the subject, such as a field, in Markdown; empty for the whole subject. */
  part: string;
  /** The file of the page. */
  file: string;
}

/** Lists the unknowns with their places, in the contract's order. */
export const placedUnknowns = cachePerDocument((contract: Contract): (Unknown & { place: Place })[] =>
  unknowns(contract).map((unknown) => ({ ...unknown, place: placeOf(contract, unknown.pointer) })),
);

/** Maps the id of each unknown to the file of the page that shows it in full. */
export const fileOfUnknown = cachePerDocument(
  (contract: Contract): Map<string, string> =>
    new Map(placedUnknowns(contract).map(({ id, place }) => [id, place.file])),
);

/** Finds the place in the reference of a JSON pointer's target. */
export function placeOf(contract: Contract, pointer: string): Place {
  const path = keysOf(pointer);
  const part = partOf(contract, path);
  const [root, first = "", second = ""] = path;
  const area = root === "tags" && contract.tags[Number(first)]?.name;
  if (area) return { subject: area, part: "", file: allOperationsFile };
  const entry = root === "x-operation-index" && knownOperations(contract)[Number(first)];
  if (entry) return { subject: entryTitle(contract, entry), part: "", file: entryFile(contract, entry) };

  const key = root === "paths" ? `${second.toUpperCase()} ${first}` : `#/${path.slice(0, 3).join("/")}`;
  const pathOperation = operationsByKey(contract).get(key);
  if (pathOperation) return { subject: pathOperation.operation.summary, part, file: operationFile(pathOperation) };
  return { subject: "The API as a whole", part, file: homeFile };
}

/**
 * Maps methods with paths, and components, to operations. A component belongs to the first operation that refers to it,
 * unless operations of another area also do.
 */
const operationsByKey = cachePerDocument((contract: Contract): Map<string, PathOperation | undefined> => {
  const byKey = new Map<string, PathOperation | undefined>();
  for (const pathOperation of pathOperations(contract)) {
    byKey.set(`${pathOperation.method} ${pathOperation.path}`, pathOperation);
    for (const $ref of collectTargets(contract, pathOperation.unresolved).keys()) {
      const first = byKey.has($ref) ? byKey.get($ref) : pathOperation;
      byKey.set($ref, first?.operation.tags[0] === pathOperation.operation.tags[0] ? first : undefined);
    }
  }
  return byKey;
});

/** Returns the name of the innermost named node on a path. */
function partOf(contract: Contract, path: string[]): string {
  let node: unknown = contract;
  let part = "";
  for (const [depth, key] of path.entries()) {
    node = (node as Record<string, unknown>)[key];
    const { name, title } = (isObject(node) ? node : {}) as { name?: string; title?: string };
    const parentKey = path[depth - 1];
    if (title) part = title;
    else if (parentKey === "properties") part = `field \`${key}\``;
    else if (parentKey === "responses") part = `response \`${key}\``;
    else if (parentKey === "parameters") part = `parameter \`${name}\``;
    else if (parentKey === "variables") part = `\`{${key}}\``;
  }
  return part;
}
