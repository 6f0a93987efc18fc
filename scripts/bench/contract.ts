import { stringify } from "yaml";
import { type Contract, readContract } from "../contract.ts";
import { type AddedOperation, makeOperations } from "./resource.ts";
import { createRandom } from "./seeded.ts";

/**
 * Returns a contract with `size` documented operations, as YAML: those of today, then synthetic ones of all kinds, the
 * same for the same size. It has no name-only operations, unless it is today's contract, returned for smaller sizes.
 */
export function grownContract(size: number): string {
  const contract = structuredClone(readContract());
  const today = contract["x-operation-index"].filter(({ operationId }) => operationId);
  if (size <= today.length) return stringify(contract);
  contract["x-operation-index"] = today;
  contract.info.description = contract.info.description.replace(/all \d+ operations/, `all ${size} operations`);
  const random = createRandom(size);
  for (let resource = 0; contract["x-operation-index"].length < size; resource++) {
    for (const operation of makeOperations(contract, resource, random)) {
      if (contract["x-operation-index"].length < size) add(contract, operation);
    }
  }
  return stringify(contract, { aliasDuplicateObjects: false });
}

function add(contract: Contract, { area, method, path, operation, schemas }: AddedOperation): void {
  Object.assign(contract.components.schemas, schemas);
  const item = { ...contract.paths[path], [method.toLowerCase()]: { ...operation, tags: [area] } };
  contract.paths[path] = item as never;
  contract["x-operation-index"].push({ area, method, name: operation.summary, operationId: operation.operationId });
}
