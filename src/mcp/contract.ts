import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type Node = { readonly [key: string]: unknown };

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

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** The operations of the paths. */
export function documented(contract: Node): Documented[] {
  return Object.entries(contract["paths"] as Node).flatMap(([path, written]) => {
    const item = resolve(contract, written);
    return methods.flatMap((method) => {
      const node = item[method] as Node | undefined;
      if (!node) return [];
      const parameters = [item["parameters"], node["parameters"]]
        .flatMap((list) => (list as unknown[]) ?? [])
        .map((parameter) => resolve(contract, parameter));
      return [{ id: node["operationId"] as string, method: method.toUpperCase(), path, node, parameters }];
    });
  });
}

/** What a reference points at; anything else as it is. */
export function resolve(contract: Node, node: unknown): Node {
  const { $ref } = node as { $ref?: string };
  return $ref === undefined ? (node as Node) : resolve(contract, at(contract, $ref));
}

/** Everything that a node refers to, by its reference. */
export function references(
  contract: Node,
  node: unknown,
  found: Record<string, unknown> = {},
): Record<string, unknown> {
  for (const [, $ref = ""] of JSON.stringify(node).matchAll(/"\$ref":"(#\/[^"]+)"/g)) {
    if ($ref in found) continue;
    found[$ref] = at(contract, $ref);
    references(contract, found[$ref], found);
  }
  return found;
}

const at = (contract: Node, $ref: string): unknown =>
  $ref
    .slice(2)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((node, key) => (node as Node)[key], contract);
