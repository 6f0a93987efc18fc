import { cachePerDocument } from "./cache.ts";
import { asList, asObject, isObject } from "./json.ts";
import type { Path } from "./nodes.ts";
import { type PathOperation, pathOperations } from "./operations.ts";
import { isSuccessStatus } from "./status.ts";

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

/**
 * How much is known of an operation: a part by description or by traffic, only the path, or only
 * the name.
 */
export type Knowledge = "documented" | "observed" | "path" | "name";

export interface IndexedOperation extends IndexEntry {
  readonly knowledge: Knowledge;
  readonly pathOperation?: PathOperation;
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

export const indexedOperations = cachePerDocument((document: object): IndexedOperation[] => {
  const operationsById = new Map(
    pathOperations(document).map((item) => [item.operation["operationId"], item]),
  );
  return indexEntries(document).map((entry) => {
    const pathOperation =
      entry.operationId === undefined ? undefined : operationsById.get(entry.operationId);
    const knowledge = pathOperation ? knowledgeOf(pathOperation) : "name";
    return { ...entry, knowledge, ...(pathOperation && { pathOperation }) };
  });
});

/**
 * Returns how much is known of an operation: only its path if no input, no body and no successful
 * status is.
 */
export function knowledgeOf({
  operation,
  parameters,
  responses,
}: PathOperation): Exclude<Knowledge, "name"> {
  if ("x-observed" in operation) return "observed";
  const [status, response] = responses.find(([status]) => isSuccessStatus(status)) ?? [];
  const isStatusKnown = status !== undefined && status !== "2XX";
  const hasInputs =
    operation["requestBody"] !== undefined || parameters.some(({ in: place }) => place !== "path");
  const isDocumented = isStatusKnown || hasInputs || bodyFacts(response).length > 0;
  return isDocumented ? "documented" : "path";
}

/**
 * Returns what is documented of a body, as keywords: those of its schemas, and others such as
 * `examples`.
 */
export const bodyFacts = ({ content }: { readonly content?: unknown } = {}): string[] =>
  Object.values(asObject(content))
    .filter(isObject)
    .flatMap(({ schema, ...media }) => Object.keys({ ...(schema as object), ...media }));
