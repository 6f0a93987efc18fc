/** An object of an OpenAPI document. */
export type Node = { readonly [key: string]: unknown };

export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a node holds, or nothing where it is no object. */
export const node = (value: unknown): Node => (isMap(value) ? value : {});
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What a reference within the document points at, with what stands beside it; anything else as it is. */
export function resolve(document: Node, value: unknown): unknown {
  const seen = new Set<string>();
  let found = value;
  while (isMap(found) && typeof found["$ref"] === "string") {
    const { $ref, ...beside } = found as { $ref: string };
    if (seen.has($ref)) return {};
    seen.add($ref);
    const target = pointedAt(document, $ref);
    found = isMap(target) ? { ...target, ...beside } : target;
  }
  return found;
}

/** The keys of a JSON pointer such as `#/components/schemas/Token` (RFC 6901). */
export const keysOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"));

/** What a JSON pointer points at. */
export function pointedAt(document: Node, pointer: string): unknown {
  return keysOf(pointer).reduce<unknown>((found, key) => {
    const isHere = typeof found === "object" && found !== null && Object.hasOwn(found, key);
    return isHere ? (found as Node)[key] : undefined;
  }, document);
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

export interface Located {
  readonly method: string;
  readonly path: string;
  /** With the parameters of its path. */
  readonly operation: Node;
}

/** The operations of a map of path items, references followed. */
export const located = (document: Node, paths: unknown): Located[] =>
  Object.entries(node(paths)).flatMap(([path, written]) => {
    const item = node(resolve(document, written));
    return methods.flatMap((method) => {
      if (!isMap(item[method])) return [];
      const own = list(item[method]["parameters"]).map((one) => node(resolve(document, one)));
      const shared = list(item["parameters"]).map((one) => node(resolve(document, one)));
      const inherited = shared.filter(
        (one) => !own.some((other) => other["name"] === one["name"] && other["in"] === one["in"]),
      );
      const operation = { ...item[method], parameters: [...inherited, ...own] };
      return [{ method: method.toUpperCase(), path, operation }];
    });
  });
