import { cachePerDocument } from "../../../src/openapi/cache.ts";
import * as servers from "../../../src/openapi/servers.ts";
import { type Unknown, unknownIdsOf, unknowns, unknownsAt } from "../../../src/openapi/unknowns.ts";
import type { Contract, Operation, Server } from "../../contract/document.ts";
import {
  type DocumentedOperation,
  documentedOperations,
  type ServiceOperation,
  serviceOperations,
} from "../../contract/operations.ts";

/** Turns words into a part of an address, as Redoc does with areas and operation ids. */
export const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll("&", "-and-")
    .replaceAll(/[^a-z0-9]+/g, "-");

export const toHeadingSlug = (heading: string): string =>
  toSlug(heading.replaceAll(/[`*]/g, "")).replaceAll(/^-|-$/g, "");

export const operationFile = ({ operation }: { operation: Operation }): string =>
  `operations/${operation.operationId}.html`;

/**
 * An operation of the index, and its page. If several operations share its name, the method
 * distinguishes them.
 */
export interface OperationPage extends ServiceOperation {
  file: string;
  /** Its summary, or else its name: what each page calls it. */
  title: string;
  /** What the index calls it, if that's another name. */
  otherName?: string;
}

export const operationPages = cachePerDocument((contract: Contract): OperationPage[] => {
  const entries = serviceOperations(contract);
  const slugs = entries.map(({ name }) => toSlug(name));
  return entries.map((entry, index) => {
    const { pathOperation, name, method } = entry;
    if (pathOperation) {
      const title = pathOperation.operation.summary;
      return {
        ...entry,
        file: operationFile(pathOperation),
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

export const areaAddress = (area: string): string => `/${allOperationsFile}#${toHeadingSlug(area)}`;

export const wholeApi = "The API as a whole";

interface SubjectPage {
  area: string;
  /** The area, the operation or the API that the page or section is about. */
  subject: string;
  file: string;
}

/**
 * Lists the unknowns with the pages that show them, in the contract's order. An unknown that
 * several operations contain is on the page of the first, unless they are of several areas.
 */
export const unknownPages = cachePerDocument((contract: Contract): (Unknown & SubjectPage)[] => {
  const api: SubjectPage = { area: wholeApi, subject: wholeApi, file: homeFile };
  const pages = new Map<string, SubjectPage>();
  for (const tag of contract.tags)
    for (const [id] of unknownsAt(tag))
      pages.set(id, { area: tag.name, subject: tag.name, file: allOperationsFile });
  for (const { area, title, file, ...entry } of operationPages(contract))
    for (const [id] of unknownsAt(entry)) pages.set(id, { area, subject: title, file });
  for (const pathOperation of documentedOperations(contract)) {
    const { summary, tags } = pathOperation.operation;
    for (const id of unknownIdsOf(contract, pathOperation.unresolved)) {
      const page = pages.get(id) ?? {
        area: tags[0],
        subject: summary,
        file: operationFile(pathOperation),
      };
      pages.set(id, page.area === tags[0] ? page : api);
    }
  }
  return unknowns(contract).map((unknown) => ({ ...unknown, ...(pages.get(unknown.id) ?? api) }));
});

/** The addresses at which unknowns are in full. */
export const unknownAddresses = cachePerDocument(
  (contract: Contract) =>
    new Map(unknownPages(contract).map(({ id, file }) => [id, `/${file}#${id}`])),
);

/** Returns the known servers of an operation or, if it has none of its own, of the contract. */
export function knownServersOf(
  contract: Contract,
  { operation }: Partial<DocumentedOperation> = {},
): Server[] {
  const candidates = operation?.servers ?? contract.servers;
  return candidates.filter((server) => servers.knownServersOf({ servers: [server] }).length > 0);
}
