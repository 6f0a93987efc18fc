import { fixtures, successCodes } from "../../generated/fixtures.ts";
import { type OperationId, type OperationRow, operations } from "../../generated/operations.ts";
import type { JunkInboxInputNames } from "../options.ts";
import type { Question, Reply } from "./exchange.ts";
import { missingToken, Refusal, unknownExample } from "./refusal.ts";
import type { DeclaredAnswer, Operation } from "./surface.ts";

/**
 * The operations of the contract, from what is generated of it.
 * @param own The names of the bodies that the user gave.
 */
export function surface(names: JunkInboxInputNames, own: DeclaredAnswer["own"]): Record<OperationId, Operation> {
  const all = (Object.keys(operations) as OperationId[]).map((id) => {
    const { method, path, expects }: OperationRow = operations[id];
    const examples = new Map<string, unknown>(Object.entries(fixtures[id]));
    const specified = expects !== undefined && (expects !== "any" || examples.size > 0);
    const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string);
    const inputs = id === "listJunkInbox" ? Object.values(names).filter((name) => name !== undefined) : [];
    const answers = [
      { code: successCodes[id], specified, examples, own },
      { code: "default", specified: false, examples: new Map<string, unknown>(), own },
    ];
    return [id, { method, path, parameters: ["token", ...inPath, ...inputs], answers }] as const;
  });
  return Object.fromEntries<Operation>(all) as Record<OperationId, Operation>;
}

/**
 * What Prism does in the mock server, as far as the examples go.
 * @param bodies Those that the user gave, by name; they go before the examples.
 */
export function engine(bodies: ReadonlyMap<string, unknown>) {
  return function ask({ asked, id, query, declared, code, example, dynamic }: Question<OperationId>): Reply {
    const row: OperationRow = operations[id];
    if (!query.get("token")) throw new Refusal(401, missingToken);
    if (asked.body !== "" && !row.body) throw new Refusal(415, "This operation takes no body.");
    if (dynamic) throw new Refusal(422, "The test server makes up no bodies. The mock server does.");
    const status = code ?? Number(declared.code.replace("XX", "00"));
    const examples = example !== undefined && bodies.has(example) ? bodies : declared.examples;
    if (example === undefined) {
      const hasBody = declared.code === "default" || row.expects !== undefined;
      return { status, body: hasBody ? null : undefined };
    }
    if (!examples.has(example)) throw new Refusal(404, unknownExample);
    return { status, body: examples.get(example) };
  };
}
