import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { type Contract, type IndexEntry, isObject, pathOperations } from "../../scripts/contract.ts";
import { root } from "../../scripts/run.ts";
import { contractWith } from "../scripts/contract-copy.ts";

type Node = Record<string, unknown>;
/** One shape: what it adds to the contract. */
interface Part {
  paths?: Record<string, Node>;
  webhooks?: Record<string, Node>;
  components?: Record<string, Record<string, Node>>;
}

const folder = join(root, "test/shapes");
export const names: string[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

export const readPart = (name: string): Part => parse(readFileSync(join(folder, name, "contract.yaml"), "utf8"));

/** The contract with the given shapes. Their operations get what every operation has: an area, a failure, an index entry. */
export function contractOf(parts: Part[]): Contract {
  return contractWith((contract) => {
    const area = contract.tags.at(-1)?.name ?? "";
    const whole = contract as unknown as Required<Part>;
    for (const { paths = {}, webhooks = {}, components = {} } of parts) {
      for (const [kind, members] of Object.entries(components)) {
        whole.components[kind] = { ...whole.components[kind], ...members };
      }
      Object.assign(whole.paths, paths);
      if ("webhooks" in whole || Object.keys(webhooks).length > 0) whole.webhooks = { ...whole.webhooks, ...webhooks };
      for (const [, operation] of operationsIn(webhooks)) operation["tags"] = [area];
      for (const [method, operation] of operationsIn({ ...paths, ...components["pathItems"] })) {
        const failure = { $ref: "#/components/responses/Failure" };
        Object.assign(operation, {
          tags: [area],
          responses: { default: failure, ...(operation["responses"] as Node) },
        });
        const { summary: name, operationId } = operation;
        contract["x-operation-index"].push({ area, method: method.toUpperCase(), name, operationId } as IndexEntry);
      }
    }
    const { length } = contract["x-operation-index"];
    contract.info.description = contract.info.description.replace(/\d+(?= operations)/, `${length}`);
  });
}

const operationsIn = (items: Record<string, Node>): (readonly [method: string, operation: Node])[] =>
  Object.values(items).flatMap((item) =>
    Object.entries(item).flatMap(([method, node]) => (isObject(node) && "operationId" in node ? [[method, node]] : [])),
  );

/** The operations of a shape, as the whole contract has them. */
export const operationsOf = (contract: Contract, { paths = {} }: Part) =>
  pathOperations(contract).filter(({ path }) => path in paths);
