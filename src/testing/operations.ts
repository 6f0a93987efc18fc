import { type OperationId, operations as rows } from "../../generated/operations.ts";
import { declaredCredentials, security, servers } from "../../generated/servers.ts";
import { readCredentials } from "../core/credentials.ts";
import { createMatcher } from "../core/match.ts";
import type { Validators } from "../core/validate.ts";

export { security };

export const credentials = readCredentials(declaredCredentials);

export const isDeclared = (id: string | symbol): id is OperationId => Object.hasOwn(rows, id);

/** The operations of the contract, created on first use, for all servers. */
const operationsById = new Map<string, ReturnType<(typeof servers)[OperationId]>>();

export function declaredOperation(id: OperationId) {
  const operation = operationsById.get(id) ?? servers[id]();
  operationsById.set(id, operation);
  return operation;
}

let match: ReturnType<typeof createMatcher<OperationId>> | undefined;

/** Finds the operation of the contract that a request is for. */
export const matchDeclared: ReturnType<typeof createMatcher<OperationId>> = (method, segments) => {
  match ??= createMatcher(rows);
  return match(method, segments);
};

/** Returns the validators of an operation. They are loaded with the first request for an operation that has some. */
export function validatorsOf(id: string): Validators | undefined | Promise<Validators> {
  return isDeclared(id) && declaredOperation(id).validated ? loadValidators(id) : undefined;
}

async function loadValidators(id: string): Promise<Validators> {
  const { inputs, bodies } = await import("../../generated/requests.js");
  return { inputs: inputs[id], body: (mediaType) => bodies[`${id} ${mediaType}`] };
}
