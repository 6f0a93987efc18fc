import { cachePerDocument } from "./cache.ts";
import { asList, asObject, isObject } from "./json.ts";
import { type PathOperation, pathOperations } from "./operations.ts";
import { isSuccessStatus } from "./status.ts";

/** An operation of the service, as the index (`x-operation-index`) lists it. */
export interface IndexEntry {
  readonly area: string;
  /** `unspecified` if the method is unknown. A method is no promise of safety: by its name, one GET deletes. */
  readonly method: string;
  readonly name: string;
  /** The operation's id, if the paths have the operation. */
  readonly operationId?: string;
  /** The knowledge: an input or a response, by description or by recorded traffic; only the path; or only the name. */
  readonly known: "documented" | "observed" | "path" | "name";
}

/** Lists every operation of the service, in the order of the index. */
export const indexEntries = cachePerDocument((document: object): IndexEntry[] => {
  const operations = new Map(pathOperations(document).map((item) => [item.operation["operationId"], item]));
  const entries = asList(asObject(document)["x-operation-index"]) as readonly Omit<IndexEntry, "known">[];
  return entries.map(({ area, method, name, operationId }) => {
    const pathOperation = operationId === undefined ? undefined : operations.get(operationId);
    return {
      ...{ area, method, name, ...(operationId !== undefined && { operationId }) },
      known: pathOperation ? knowledgeOf(pathOperation) : "name",
    };
  });
});

/** Returns how much is known of an operation: only its path if no parameter, no body and no successful status is. */
export function knowledgeOf({ operation, parameters, responses }: PathOperation): "documented" | "observed" | "path" {
  if ("x-observed" in operation) return "observed";
  const [status, response] = responses.find(([status]) => isSuccessStatus(status)) ?? [];
  const isStatusKnown = status !== undefined && status !== "2XX";
  const isDocumented =
    isStatusKnown || bodyFacts(response).length > 0 || operation["requestBody"] || parameters.length > 0;
  return isDocumented ? "documented" : "path";
}

/** Returns what is documented of a body, as keywords: those of its schemas, and others such as `examples`. */
export const bodyFacts = ({ content }: { readonly content?: unknown } = {}): string[] =>
  Object.values(asObject(content))
    .filter(isObject)
    .flatMap(({ schema, ...media }) => Object.keys({ ...(schema as object), ...media }));
