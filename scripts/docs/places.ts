import {
  type Contract,
  cachePerDocument,
  collectTargets,
  type IndexedOperation,
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

/** An operation of the index, and its page. If several operations share its name, the method distinguishes them. */
export interface PlacedOperation extends IndexedOperation {
  file: string;
  /** Its summary, or else its name. */
  title: string;
}

/** Lists the operations of the index with their pages. */
export const placedOperations = cachePerDocument((contract: Contract): PlacedOperation[] => {
  const slugs = contract["x-operation-index"].map(({ name }) => toSlug(name));
  return knownOperations(contract).map((entry, index) => {
    const isShared = slugs.filter((slug) => slug === slugs[index]).length > 1;
    const name = isShared ? `${entry.name} (${entry.method})` : entry.name;
    const { pathOperation } = entry;
    if (pathOperation)
      return { ...entry, name, file: operationFile(pathOperation), title: pathOperation.operation.summary };
    const slug = toSlug(isShared ? `${entry.method} ${entry.name}` : name);
    return { ...entry, name, file: `operations/${slug}.html`, title: name };
  });
});

export const homeFile = "index.html";
export const allOperationsFile = "all-operations.html";

/** Returns the address of an area: its heading on the page of all operations. */
export const areaAddress = (area: string): string => `/${allOperationsFile}#${toHeadingSlug(area)}`;

interface Place {
  /** The area, the operation or the API that the page or section is about. */
  subject: string;
  /** The file of the page. */
  file: string;
}

/** Lists the unknowns with their places, in the contract's order. */
export const placedUnknowns = cachePerDocument((contract: Contract): (Unknown & Place)[] =>
  unknowns(contract).map((unknown) => ({ ...unknown, ...placeOf(contract, unknown.pointer) })),
);

/** Maps the id of each unknown to the file of the page that shows it in full. */
export const fileOfUnknown = cachePerDocument(
  (contract: Contract): Map<string, string> => new Map(placedUnknowns(contract).map(({ id, file }) => [id, file])),
);

/** Finds the place in the reference of a JSON pointer's target. */
export function placeOf(contract: Contract, pointer: string): Place {
  const path = keysOf(pointer);
  const [root, first = "", second = ""] = path;
  const area = root === "tags" && contract.tags[Number(first)]?.name;
  if (area) return { subject: area, file: allOperationsFile };
  const entry = root === "x-operation-index" && placedOperations(contract)[Number(first)];
  if (entry) return { subject: entry.title, file: entry.file };

  const key = root === "paths" ? `${second.toUpperCase()} ${first}` : `#/${path.slice(0, 3).join("/")}`;
  const pathOperation = operationsByKey(contract).get(key);
  return pathOperation
    ? { subject: pathOperation.operation.summary, file: operationFile(pathOperation) }
    : { subject: "The API as a whole", file: homeFile };
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
