import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { JsonObject as Node } from "../openapi/json.ts";
import { pathOperations } from "../openapi/operations.ts";
import { targetOf } from "../openapi/reference.ts";

/** An operation as the contract has it, with its place. */
export interface Documented {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly node: Node;
  /** References resolved, and the path's parameters among its own. */
  readonly parameters: readonly Node[];
}

const published = (path: string) => new URL(path, import.meta.resolve("phone-agent-api/openapi.json"));

/** The contract that this package ships. */
export function readContract(): Node {
  const file = published("openapi.json");
  if (!existsSync(file)) throw new Error("The package isn't built. Run: npm run build");
  return JSON.parse(readFileSync(file, "utf8")) as Node;
}

/** The guides that this package ships, by name. */
export function readGuides(): ReadonlyMap<string, string> {
  const folder = fileURLToPath(published("guides/"));
  const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return new Map(files.map((file) => [file.slice(0, -3), readFileSync(`${folder}${file}`, "utf8")]));
}

/** The operations of the paths. */
export const documented = (contract: Node): Documented[] =>
  pathOperations(contract).map(({ method, path, parameters, unresolved: { parameters: _, ...node } }) => {
    return { id: node["operationId"] as string, method, path, node, parameters };
  });

/** Everything that a node refers to, by its reference. */
export function references(
  contract: Node,
  node: unknown,
  found: Record<string, unknown> = {},
): Record<string, unknown> {
  for (const [, $ref = ""] of JSON.stringify(node).matchAll(/"\$ref":"(#\/[^"]+)"/g)) {
    if ($ref in found) continue;
    found[$ref] = targetOf(contract, $ref);
    references(contract, found[$ref], found);
  }
  return found;
}
