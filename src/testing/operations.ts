import { type OperationId, operations as rows } from "../../generated/operations.ts";
import { credentialIds, security, servers } from "../../generated/servers.ts";
import { createMatcher } from "../core/match.ts";
import type { Validators } from "../core/validate.ts";
import { cachePerDocument } from "../openapi/cache.ts";
import type { Route } from "../openapi/path.ts";

export { credentialIds, security };

export const isDeclared = (id: string | symbol): id is OperationId => Object.hasOwn(rows, id);

const createOperationOnce = cachePerDocument((create: (typeof servers)[OperationId]) => create());

/** Returns an operation of the contract, created on first use for all servers. */
export const declaredOperationOf = (id: OperationId) => createOperationOnce(servers[id]);

/** Returns the matcher of routes, created on first use for all servers with these routes. */
export const matcherOf = cachePerDocument((routes: Readonly<Record<string, Route>>) => createMatcher(routes));

/** Returns the validators of an operation. They are loaded with the first request for an operation that has some. */
export function validatorsOf(id: string): Validators | undefined | Promise<Validators> {
  return isDeclared(id) && declaredOperationOf(id).validated ? loadValidators(id) : undefined;
}

async function loadValidators(id: string): Promise<Validators> {
  const { inputs, bodies } = await import("../../generated/requests.js");
  return { inputs: inputs[id], body: (mediaType) => bodies[`${id} ${mediaType}`] };
}
