import type { Contract, IndexEntry } from "../../contract.ts";
import { createSentenceCase, titleOf } from "../sentence-case.ts";

export type Naming = ReturnType<typeof createNaming>;

/**
 * Creates the functions that name operations after entries of the index. Entries with the same name get distinct ids and
 * summaries. These don't depend on what is added to the contract later.
 */
export function createNaming({ "x-operation-index": index }: Contract) {
  const toSentenceCase = createSentenceCase(index.map(({ name }) => name));
  const plainIds = index.map(({ name }) => toCamelCase(titleOf(name)));
  const documentedIds = index.flatMap(({ operationId }) => operationId ?? []);
  const readings = new Map(
    index.map((entry, row) => {
      const id = plainIds[row] ?? "";
      const namesakes = index.filter((_, otherRow) => otherRow !== row && plainIds[otherRow] === id);
      const isSpecified = (namesake: IndexEntry) => ![namesake.method, entry.method].includes("unspecified");
      const rivals = namesakes.filter((namesake) => !isSpecified(namesake) || namesake.method === entry.method);
      const isTaken = namesakes.length > 0 || documentedIds.includes(id) || reservedName.test(id);
      return [entry, { id, isTaken, namesakes, rivals }];
    }),
  );

  /** Returns the name in camelCase. If it's taken, the method precedes it; if that is, too, the area or path follows. */
  function operationIdOf(entry: IndexEntry, method: string, path: string): string {
    const { id = "", isTaken, rivals = [] } = readings.get(entry) ?? {};
    if (entry.operationId || !isTaken) return entry.operationId ?? id;
    if (rivals.length === 0) return toCamelCase(`${method} ${id}`);
    return toCamelCase(`${method} ${id} ${rivals.some(({ area }) => area === entry.area) ? path : entry.area}`);
  }

  /** Returns the name's title, with the method if the name isn't unique, and the path if that isn't enough. */
  function summaryOf(entry: IndexEntry, method: string, path: string): string {
    const { namesakes = [], rivals = [] } = readings.get(entry) ?? {};
    const title = toSentenceCase(titleOf(entry.name));
    const detail = rivals.length > 0 ? `${method} ${path}` : method;
    return namesakes.length > 0 ? `${title} (${detail})` : title;
  }

  const findEntry = (operationId: string, method: string, path: string) =>
    index.find((entry) => operationIdOf(entry, method, path) === operationId);
  return { operationIdOf, summaryOf, findEntry };
}

/** The names of the client's other members. */
const reservedName = /^(request|pages|items|junkRooms|junkRoomPages)$/;

const toCamelCase = (text: string): string =>
  text
    .replace(/\((\w+)\)/g, "$1")
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== "" && !/^(an?|the|your)$/i.test(word))
    .map((word) => (/^[A-Z]+$/.test(word) ? word.toLowerCase() : word))
    .map((word, index) => (index === 0 ? word[0]?.toLowerCase() : word[0]?.toUpperCase()) + word.slice(1))
    .join("");
