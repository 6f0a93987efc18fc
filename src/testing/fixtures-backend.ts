import { fixtures, successCodes } from "../../generated/fixtures.ts";
import { type OperationId, type OperationRow, operations as rows } from "../../generated/operations.ts";
import type { Produced, Selection } from "../core/exchange.ts";
import type { Example, Operation } from "../core/operation.ts";
import { missingToken, type Rejection, reject, unknownExample } from "../core/rejection.ts";
import type { JunkInboxInputNames } from "../options.ts";

/** The operations of the contract, from what is generated from it. */
export function operations(names: JunkInboxInputNames): Record<OperationId, Operation> {
  const all = (Object.keys(rows) as OperationId[]).map((id) => {
    const { method, path, expects }: OperationRow = rows[id];
    const contracted = Object.entries(fixtures[id]).map(
      ([name, value]) => [name, { value, source: "contract" }] as const,
    );
    const examples = new Map<string, Example>(contracted);
    const specified = expects !== undefined && (expects !== "any" || examples.size > 0);
    const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string);
    const inputs = id === "listJunkInbox" ? Object.values(names).filter((name) => name !== undefined) : [];
    const responses = [
      { code: successCodes[id], specified, examples },
      { code: "default", specified: false, examples: new Map<string, Example>() },
    ];
    return [id, { method, path, parameters: ["token", ...inPath, ...inputs], responses }] as const;
  });
  return Object.fromEntries<Operation>(all) as Record<OperationId, Operation>;
}

/** What Prism does in the mock server, as far as the examples go. */
export function produce({ request, declared, code, example, dynamic }: Selection<OperationId>): Produced | Rejection {
  const { body, expects }: OperationRow = rows[request.id];
  if (!request.hasToken) return missingToken;
  if (request.body !== "" && !body) return reject(415, "This operation takes no body.");
  if (dynamic) return reject(422, "The test server generates no bodies. The mock server does.");
  const status = code ?? Number(declared.code.replace("XX", "00"));
  if (example === undefined) {
    const hasBody = declared.code === "default" || expects !== undefined;
    return { status, body: hasBody ? null : undefined };
  }
  const found = declared.examples.get(example);
  return found ? { status, body: found.value } : unknownExample;
}
