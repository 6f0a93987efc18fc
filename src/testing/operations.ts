import { fixtures, queries, successCodes } from "../../generated/fixtures.ts";
import { type OperationId, type OperationRow, operations as rows } from "../../generated/operations.ts";
import { pathParameters, produceExample } from "../core/examples.ts";
import type { Produced, Selection } from "../core/exchange.ts";
import type { Example, FreeForm, Operation } from "../core/operation.ts";
import { type Rejection, reject } from "../core/rejection.ts";
import type { JunkInboxInputNames } from "../options.ts";

/** The operations of the contract, from what is generated from it. */
export function declaredOperations(names: JunkInboxInputNames): Record<OperationId, Operation> {
  const query: { readonly [Id in OperationId]: { names: readonly string[]; freeForm?: FreeForm } } = queries;
  const all = (Object.keys(rows) as OperationId[]).map((id) => {
    const { method, path, expects }: OperationRow = rows[id];
    const contracted = Object.entries(fixtures[id]).map(
      ([name, value]) => [name, { value, source: "contract" }] as const,
    );
    const examples = new Map<string, Example>(contracted);
    const specified = expects !== undefined && (expects !== "any" || examples.size > 0);
    const inputs = id === "listJunkInbox" ? Object.values(names).filter((name) => name !== undefined) : [];
    const responses = [
      { code: successCodes[id], specified, content: expects !== undefined, examples },
      { code: "default", specified: false, content: true, examples: new Map<string, Example>() },
    ];
    const parameters = ["token", ...pathParameters(path), ...query[id].names, ...inputs];
    return [id, { method, path, parameters, responses, freeForm: query[id].freeForm }] as const;
  });
  return Object.fromEntries<Operation>(all) as Record<OperationId, Operation>;
}

/** What Prism does in the mock server, as far as the examples go. */
export function produce(selection: Selection<string>): Produced | Rejection {
  const { id, body, hasToken } = selection.request;
  const row: OperationRow | undefined = rows[id as OperationId];
  if (hasToken && body !== "" && row && !row.body) return reject(415, "This operation takes no body.");
  return produceExample(selection);
}
