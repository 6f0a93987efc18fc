import type { Contract, IndexRow } from "../../scripts/contract/document.ts";
import { asObject, isObject } from "../../src/openapi/json.ts";
import { nodes } from "../../src/openapi/nodes.ts";
import { readData } from "../data.ts";
import { addToIndex, contractWith } from "../scripts/contract-copy.ts";

type JsonObject = Record<string, unknown>;
/** A shape: the paths, webhooks and components that it adds to the contract. */
interface Part {
  paths?: Record<string, JsonObject>;
  webhooks?: Record<string, JsonObject>;
  components?: Record<string, Record<string, JsonObject>>;
}

const parts: Record<string, Part> = readData("shapes/shapes.yaml");

export const names: string[] = Object.keys(parts);

/** Returns a copy, which `contractOf` completes. */
export const copyPart = (name: string): Part => structuredClone(parts[name] ?? {});

/** Creates a contract with some shapes, completed to what the lint demands. */
export function contractOf(shapes: Part[]): Contract {
  return contractWith((contract) => {
    const area = contract.tags.at(-1)?.name ?? "";
    for (const { paths = {}, webhooks, components = {} } of shapes) {
      const added = { paths: prefixPaths(paths), ...(webhooks && { webhooks }), components };
      for (const { node, path } of nodes(added)) complete(node, path.map(String), area);
      Object.assign(contract.paths, added.paths);
      if (webhooks) contract.webhooks = { ...contract.webhooks, ...webhooks };
      Object.assign(contract.components.schemas, components["schemas"]);
      for (const [method, operation] of operationsIn(added.paths)) {
        operation["responses"] = {
          default: { $ref: "#/components/responses/Failure" },
          ...asObject(operation["responses"]),
        };
        const { summary: name, operationId } = operation;
        addToIndex(contract, area, { method: method.toUpperCase(), name, operationId } as IndexRow);
      }
    }
  });
}

const prefixPaths = (paths: Record<string, JsonObject>) =>
  Object.fromEntries(Object.entries(paths).map(([path, item]) => [`/api/v2/shapes/${path}`, item]));

const operationsIn = (
  paths: Record<string, JsonObject>,
): (readonly [method: string, operation: JsonObject])[] =>
  Object.values(paths).flatMap((item) =>
    Object.entries(item).flatMap(([method, node]) =>
      isObject(node) && "operationId" in node ? [[method, node]] : [],
    ),
  );

/** Adds descriptions, titles, and examples: a success has three. */
function complete(node: JsonObject, path: string[], area: string): void {
  const [name = "", parent = ""] = [path.at(-1), path.at(-2)];
  if ("operationId" in node) {
    node["summary"] = toSentence(`${node["operationId"]}`);
    node["description"] = `${node["summary"]}.`;
    node["tags"] = [area];
    if (path[0] === "paths" && !path.includes("callbacks")) node["x-repeatable"] = name === "get";
  }
  if (
    ["properties", "schemas", "headers", "responses"].includes(parent) ||
    "in" in node ||
    name === "requestBody"
  )
    node["description"] ??= `The ${node["name"] ?? name}.`;
  if (!isObject(node["examples"])) return;
  const examples = Object.entries(node["examples"] as Record<string, JsonObject>);
  const isSuccess =
    path.includes("responses") && path[path.indexOf("responses") + 1]?.startsWith("2");
  while (isSuccess && examples.length < 3)
    examples.push([`more-${examples.length}`, { ...examples[0]?.[1] }]);
  for (const [example, value] of examples) value["summary"] = toSentence(example);
  node["examples"] = Object.fromEntries(examples);
}

const toSentence = (name: string) => {
  const text = name.replaceAll(/[A-Z]/g, " $&").replaceAll("-", " ").toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};
