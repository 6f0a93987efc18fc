import { makeOperations } from "../../scripts/bench/contract.ts";
import type { Contract, IndexRow, Operation } from "../../scripts/contract/document.ts";
import { createRandom } from "../../scripts/tools/random.ts";
import { type IndexEntry, indexEntries } from "../../src/openapi/operation-index.ts";
import { valueAt } from "../../src/openapi/pointer.ts";

type JsonObject = Record<string, unknown>;

/** Documents every operation of the index with synthetic records. The same seed gives the same contract. */
export function documentAll(contract: Contract, seed: number): void {
  const random = createRandom(seed);
  const free = shuffled(
    indexEntries(contract).filter(({ operationId }) => !operationId),
    random,
  );
  for (let resource = 0; free.length > 0; resource++) {
    for (const { method, path, operation, schemas } of makeOperations(contract, resource, random)) {
      Object.assign(contract.components.schemas, schemas);
      const item = (contract.paths[path] ?? {}) as JsonObject;
      const entry = takeEntry(free, method);
      if (!entry || entry.method.toLowerCase() in item) continue;
      contract.paths[path] = item as never;
      document(contract, item, method, operation as never, entry);
    }
  }
  removeUnused(contract.components.schemas, contract);
}

function removeUnused(schemas: Contract["components"]["schemas"], contract: Contract): void {
  const text = JSON.stringify(contract);
  const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
  for (const name of unused) delete schemas[name];
  if (unused.length > 0) removeUnused(schemas, contract);
}

/** An operation of the index that isn't documented yet; one with a body can have another method. */
function takeEntry(free: IndexEntry[], method: string): IndexEntry | undefined {
  const accepted = [method, "unspecified", ...(/^P/.test(method) ? ["PUT", "POST"] : [])];
  const index = accepted.map((name) => free.findIndex((entry) => entry.method === name)).find((index) => index >= 0);
  return index === undefined ? undefined : free.splice(index, 1)[0];
}

function document(
  contract: Contract,
  item: JsonObject,
  method: string,
  operation: Operation,
  { area, keys }: IndexEntry,
): void {
  const row = valueAt(contract, keys) as IndexRow;
  if (row.method === "unspecified") {
    row.method = method as IndexRow["method"];
    delete row["x-not-shown"];
  }
  row.operationId = operation.operationId;
  const failure = { $ref: "#/components/responses/Failure" };
  item[row.method.toLowerCase()] = {
    ...operation,
    tags: [area],
    responses: { default: failure, ...operation.responses },
  };
}

function shuffled<Item>(items: Item[], random: () => number): Item[] {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
