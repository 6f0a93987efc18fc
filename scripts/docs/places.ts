import {
  type Contract,
  type IndexEntry,
  type IndexedOperation,
  isObject,
  keysOf,
  knownOperations,
  type Operation,
  once,
  type PathOperation,
  pathOperations,
  referenced,
  type Unknown,
  unknowns,
} from "../contract.ts";

/** Redoc makes the same address part of a tag's name, and of an operation id. */
export const slug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll("&", "-and-")
    .replaceAll(/[^a-z0-9]+/g, "-");

/** The id of a heading on its page. */
export const headingSlug = (heading: string): string => slug(heading.replaceAll(/[`*]/g, "")).replaceAll(/^-|-$/g, "");

export const tagAddress = (tag: string): string => `#/${slug(tag)}`;

export const operationAddress = ({ operation }: { operation: Operation }): string =>
  `${tagAddress(operation.tags[0])}/${slug(operation.operationId)}`;

/** The address of an operation of the index: by its id where it has one, else by its name. */
export const entryAddress = (contract: Contract, { located, ...entry }: IndexedOperation): string =>
  located ? operationAddress(located) : `${tagAddress(entry.area)}/${entrySlug(contract, entry)}`;

/** Where several operations of the index share a name, the method tells them apart, whatever is known of them. */
export const entrySlug = (contract: Contract, { method, name }: IndexEntry): string =>
  slug(sharedNames(contract).has(slug(name)) ? `${method} ${name}` : name);

const sharedNames = once((contract: Contract): Set<string> => {
  const names = contract["x-operation-index"].map(({ name }) => slug(name)).sort();
  return new Set(names.filter((name, at) => name === names[at - 1]));
});

/** The address of what concerns the API as a whole. */
export const overviewAddress = "#/";

export interface Place {
  /** The area, the operation or the API that the page has a section for. */
  subject: string;
  /** The part of that section, such as a field, in Markdown; empty where the section as a whole is meant. */
  part: string;
  /** The address of the section on the page. */
  address: string;
}

export interface PlacedUnknown extends Unknown {
  place: Place;
}

/** The unknowns by the address of the section that each concerns. */
export const unknownsByAddress = once((contract: Contract): Map<string, PlacedUnknown[]> => {
  const groups = new Map<string, PlacedUnknown[]>();
  for (const unknown of unknowns(contract)) {
    const place = placeOf(contract, unknown.pointer);
    groups.set(place.address, [...(groups.get(place.address) ?? []), { ...unknown, place }]);
  }
  return groups;
});

/** Where each unknown is told whole: the address of its section, by id. */
export const addressOfUnknown = once(
  (contract: Contract): Map<string, string> =>
    new Map(
      [...unknownsByAddress(contract)].flatMap(([address, group]) => group.map(({ id }) => [id, address] as const)),
    ),
);

/** Where the reader finds what a JSON pointer of the contract points at. */
export function placeOf(contract: Contract, pointer: string): Place {
  const path = keysOf(pointer);
  const part = partOf(contract, path);
  const [root, first = "", second = ""] = path;
  const area = root === "tags" && contract.tags[Number(first)]?.name;
  if (area) return { subject: area, part: "", address: tagAddress(area) };
  const entry = root === "x-operation-index" && knownOperations(contract)[Number(first)];
  if (entry) return { subject: entry.name, part: "", address: entryAddress(contract, entry) };

  const key = root === "paths" ? `${second.toUpperCase()} ${first}` : `#/${path.slice(0, 3).join("/")}`;
  const located = operationsByKey(contract).get(key);
  if (located) return { subject: located.operation.summary, part, address: operationAddress(located) };
  return { subject: "The API as a whole", part, address: overviewAddress };
}

/**
 * Operations by method and path, and by the components that they are the first to use, directly or through another. What
 * operations of several areas use belongs to none of them.
 */
const operationsByKey = once((contract: Contract): Map<string, PathOperation | undefined> => {
  const byKey = new Map<string, PathOperation | undefined>();
  for (const located of pathOperations(contract)) {
    byKey.set(`${located.method} ${located.path}`, located);
    for (const $ref of referenced(contract, located.unresolved).keys()) {
      const first = byKey.has($ref) ? byKey.get($ref) : located;
      byKey.set($ref, first?.operation.tags[0] === located.operation.tags[0] ? first : undefined);
    }
  }
  return byKey;
});

/** What the innermost named thing on the path is called. */
function partOf(contract: Contract, path: string[]): string {
  let node: unknown = contract;
  let part = "";
  for (const [depth, key] of path.entries()) {
    node = (node as Record<string, unknown>)[key];
    const { name, title } = (isObject(node) ? node : {}) as { name?: string; title?: string };
    const within = path[depth - 1];
    if (title) part = title;
    else if (within === "properties") part = `field \`${key}\``;
    else if (within === "responses") part = `response \`${key}\``;
    else if (within === "parameters") part = `parameter \`${name}\``;
    else if (within === "variables") part = `\`{${key}}\``;
  }
  return part;
}
