import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Contract, IndexRow } from "../../scripts/contract/document.ts";
import { pathOperations } from "../../scripts/contract/operations.ts";
import { root } from "../../scripts/tools/run.ts";
import { isObject } from "../../src/openapi/json.ts";
import { addToIndex, contractWith } from "../scripts/contract-copy.ts";

type JsonObject = Record<string, unknown>;
/** A shape: the paths, webhooks and components that it adds to the contract. */
interface Part {
  paths?: Record<string, JsonObject>;
  webhooks?: Record<string, JsonObject>;
  components?: Record<string, Record<string, JsonObject>>;
}

const folder = join(root, "test/shapes");
export const names: string[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

export const readPart = (name: string): Part => parse(readFileSync(join(folder, name, "contract.yaml"), "utf8"));

/** Creates a contract with some shapes. Each of their operations gets an area, a failure response and an index entry. */
export function contractOf(parts: Part[]): Contract {
  return contractWith((contract) => {
    const area = contract.tags.at(-1)?.name ?? "";
    const target = contract as unknown as Required<Part>;
    for (const { paths = {}, webhooks = {}, components = {} } of parts) {
      for (const [kind, members] of Object.entries(components)) {
        target.components[kind] = { ...target.components[kind], ...members };
      }
      Object.assign(target.paths, paths);
      if ("webhooks" in target || Object.keys(webhooks).length > 0)
        target.webhooks = { ...target.webhooks, ...webhooks };
      for (const [, operation] of operationsIn(webhooks)) operation["tags"] = [area];
      for (const [method, operation] of operationsIn({ ...paths, ...components["pathItems"] })) {
        const failure = { $ref: "#/components/responses/Failure" };
        Object.assign(operation, {
          tags: [area],
          responses: { default: failure, ...(operation["responses"] as JsonObject) },
        });
        const { summary: name, operationId } = operation;
        addToIndex(contract, area, { method: method.toUpperCase(), name, operationId } as IndexRow);
      }
    }
  });
}

const operationsIn = (items: Record<string, JsonObject>): (readonly [method: string, operation: JsonObject])[] =>
  Object.values(items).flatMap((item) =>
    Object.entries(item).flatMap(([method, node]) => (isObject(node) && "operationId" in node ? [[method, node]] : [])),
  );

/** Returns the operations of a shape, as read from the contract. */
export const operationsOf = (contract: Contract, { paths = {} }: Part) =>
  pathOperations(contract).filter(({ path }) => path in paths);
