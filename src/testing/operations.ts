import { type OperationId, operations as rows } from "../../generated/operations.ts";
import { declaredCredentials, security, servers } from "../../generated/servers.ts";
import { readCredentials } from "../core/credentials.ts";
import { matcher } from "../core/match.ts";
import type { Content, DeclaredResponse, Operation } from "../core/operation.ts";
import type { Validators } from "../core/validate.ts";

export { security };

/** The credentials that the contract declares. */
export const credentials = readCredentials(declaredCredentials);

/** An operation as `generated/servers.ts` has it. */
interface GeneratedOperation extends Omit<Operation, "responses"> {
  readonly responses: readonly GeneratedResponse[];
  readonly validated?: true;
}
interface GeneratedResponse extends Omit<DeclaredResponse, "contents"> {
  readonly contents: readonly (Omit<Content, "examples"> & { examples: Record<string, unknown> })[];
}

/** Whether the contract has an operation with this id. */
export const isDeclared = (id: string | symbol): id is OperationId => Object.hasOwn(rows, id);

/** The operations of the contract; each is made on first use, for all servers. */
const made = new Map<string, Operation & { readonly validated?: true }>();

/** Returns an operation of the contract. */
export function declaredOperation(id: OperationId): Operation & { readonly validated?: true } {
  const known = made.get(id);
  if (known) return known;
  const generated = servers[id]?.() as GeneratedOperation;
  const operation = {
    ...generated,
    responses: generated.responses.map(({ contents, ...response }) => ({
      ...response,
      contents: contents.map(({ examples, ...content }) => ({
        ...content,
        examples: new Map(
          Object.entries(examples).map(([name, value]) => [name, { value, source: "contract" as const }]),
        ),
      })),
    })),
  };
  made.set(id, operation);
  return operation;
}

let match: ReturnType<typeof matcher<OperationId>> | undefined;

/** Finds the operation of the contract that a request is for. */
export const matchDeclared: ReturnType<typeof matcher<OperationId>> = (method, segments) => {
  match ??= matcher(rows);
  return match(method, segments);
};

/** Returns the validators of an operation. They load with the first request for an operation that has any. */
export function validatorsOf(id: string): Validators | undefined | Promise<Validators> {
  const operation = isDeclared(id) ? declaredOperation(id) : undefined;
  return operation?.validated && loadValidators(id, operation);
}

async function loadValidators(id: string, { body }: Operation): Promise<Validators> {
  const { inputs, bodies } = await import("../../generated/requests.js");
  const own = (body?.contents ?? []).flatMap(({ mediaType }) => {
    const validator = bodies[`${id} ${mediaType}`];
    return validator ? [[mediaType, validator] as const] : [];
  });
  return { inputs: inputs[id], bodies: Object.fromEntries(own) };
}
