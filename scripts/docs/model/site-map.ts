import { memoizeByRef } from "../../../src/openapi/cache.ts";
import { asList } from "../../../src/openapi/json.ts";
import type { Operation } from "../../../src/openapi/operation.ts";
import { type IndexedOperation, indexedOperations } from "../../../src/openapi/operation-index.ts";
import { operationsOf } from "../../../src/openapi/operations.ts";
import {
  type Unknown,
  type UnknownEntry,
  unknownIdsOf,
  unknowns,
  unknownsAt,
} from "../../../src/openapi/unknowns.ts";
import type { Contract } from "../../contract/document.ts";

/** Turns words into a part of an address, as Redoc does with areas and operation ids. */
export const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll("&", "-and-")
    .replaceAll(/[^a-z0-9]+/g, "-");

export const toHeadingSlug = (heading: string): string =>
  toSlug(heading.replaceAll(/[`*]/g, "")).replaceAll(/^-|-$/g, "");

export const operationFile = ({ id }: Pick<Operation, "id">): string => `operations/${id}.html`;

export const titleOf = ({ node }: Pick<Operation, "node">): string => `${node["summary"]}`;

/** The area of an operation. */
export const areaOf = ({ node }: Operation): string => `${asList(node["tags"])[0]}`;

/**
 * An operation of the index, and its page. If several operations share its name, the method
 * distinguishes them.
 */
export interface IndexedPage extends IndexedOperation {
  file: string;
  /** Its summary, or else its name: what each page calls it. */
  title: string;
  /** What the index calls it, if that's another name. */
  otherName?: string;
}

export const indexedPages = memoizeByRef((contract: Contract): IndexedPage[] => {
  const entries = indexedOperations(contract);
  const slugs = entries.map(({ name }) => toSlug(name));
  return entries.map((entry, index) => {
    const { operation, name, method } = entry;
    if (operation) {
      const title = titleOf(operation);
      return {
        ...entry,
        file: operationFile(operation),
        title,
        ...(title !== name && { otherName: name }),
      };
    }
    const isShared = slugs.filter((slug) => slug === slugs[index]).length > 1;
    const slug = toSlug(isShared ? `${method} ${name}` : name);
    return {
      ...entry,
      file: `operations/${slug}.html`,
      title: isShared ? `${name} (${method})` : name,
    };
  });
});

export const homeFile = "index.html";
export const allOperationsFile = "all-operations.html";
export const unknownsFile = "what-is-not-known.html";

export const areaFile = (area: string): string => `areas/${toHeadingSlug(area)}.html`;

export const wholeApi = "The API as a whole";

interface SubjectPage {
  area: string;
  /** The area, the operation or the API that the page or section is about. */
  subject: string;
  file: string;
}

export type PlacedUnknown = Unknown & SubjectPage;

/**
 * Lists the unknowns with the pages that show them, in the contract's order. An unknown that
 * several operations contain is on the page of the first, unless they are of several areas.
 */
export const unknownPages = memoizeByRef((contract: Contract): PlacedUnknown[] => {
  const api: SubjectPage = { area: wholeApi, subject: wholeApi, file: homeFile };
  const pages = new Map<string, SubjectPage>();
  for (const tag of contract.tags)
    for (const [id] of unknownsAt(tag))
      pages.set(id, { area: tag.name, subject: tag.name, file: allOperationsFile });
  for (const { area, title, file, ...entry } of indexedPages(contract))
    for (const [id] of unknownsAt(entry)) pages.set(id, { area, subject: title, file });
  for (const operation of operationsOf(contract)) {
    const area = areaOf(operation);
    for (const id of unknownIdsOf(contract, operation.unresolved)) {
      const subject = titleOf(operation);
      const page = pages.get(id) ?? { area, subject, file: operationFile(operation) };
      pages.set(id, page.area === area ? page : api);
    }
  }
  return unknowns(contract).map((unknown) => ({ ...unknown, ...(pages.get(unknown.id) ?? api) }));
});

/** The addresses at which unknowns are in full. */
const unknownAddresses = memoizeByRef(
  (contract: Contract) =>
    new Map(unknownPages(contract).map(({ id, file }) => [id, `/${file}#${id}`])),
);

/** An unknown as a page shows it: in full, or as a link to the page that shows it in full. */
export interface PageUnknown {
  name: string;
  words: string;
  /** The address at which it is in full, if that is on another page. */
  address?: string | undefined;
  /** Its id in the page: its name, if it is the first of several notes. */
  id?: string;
}

export const toPageUnknowns = (contract: Contract, entries: UnknownEntry[]): PageUnknown[] =>
  entries.map(([name, words]) => ({ name, words, address: unknownAddresses(contract).get(name) }));

export const createUnknowns = (contract: Contract, node: unknown) => ({
  kind: "unknowns" as const,
  unknowns: toPageUnknowns(contract, unknownsAt(node)),
});
