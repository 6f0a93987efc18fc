import { memoizeByRef } from "./cache.ts";
import { asList, asObject, isObject } from "./json.ts";
import type { Path } from "./nodes.ts";
import type { Operation } from "./operation.ts";
import { operationsOf } from "./operations.ts";

/** An operation of the service, as the index (`x-operation-index`) lists it below its area. */
export interface IndexEntry {
  readonly area: string;
  /**
   * `unspecified` if the method is unknown. A method is no promise of safety: by its name, one GET
   * deletes.
   */
  readonly method: string;
  readonly name: string;
  readonly operationId?: string;
  readonly "x-not-shown"?: Readonly<Record<string, string>>;
  /** Its keys in the document: `["x-operation-index", "Agents", 6]`. */
  readonly keys: Path;
}

/** How much is known of an operation of the index. */
export type Knowledge = Operation["knowledge"] | "name";

export interface IndexedOperation extends IndexEntry {
  readonly knowledge: Knowledge;
  readonly operation?: Operation;
}

/**
 * Lists the entries of the index in its order, each with what else it contains, such as its
 * unknowns.
 */
export const indexEntries = (document: object): IndexEntry[] =>
  Object.entries(asObject(asObject(document)["x-operation-index"])).flatMap(([area, rows]) =>
    asList(rows).flatMap((row, position) =>
      isObject(row)
        ? ({ ...row, area, keys: ["x-operation-index", area, position] } as unknown as IndexEntry)
        : [],
    ),
  );

export const indexedOperations = memoizeByRef((document: object): IndexedOperation[] => {
  const operations = new Map(operationsOf(document).map((item) => [item.id, item]));
  return indexEntries(document).map((entry) => {
    const operation = operations.get(entry.operationId ?? "");
    return { ...entry, knowledge: operation?.knowledge ?? "name", ...(operation && { operation }) };
  });
});
