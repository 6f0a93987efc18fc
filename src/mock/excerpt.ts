import { references } from "./check.ts";
import { keysOf, located, type Node, node, pointedAt, resolve } from "./document.ts";
import { schemaCopier } from "./schemas.ts";

/**
 * The part of a document that one operation needs: itself, and what it refers to. Its bodies lack what only the service
 * sends, which Prism leaves out at the top of a body and not within. `undefined` for another operation.
 */
export function excerpt(document: Node, method: string, path: string): Node | undefined {
  const found = located(document, { [path]: node(document["paths"])[path] }).find((one) => one.method === method);
  if (!found) return undefined;
  const { paths: _paths, components: _components, webhooks: _webhooks, ...root } = document;
  const part = structuredClone({ ...root, paths: {} });
  const copy = schemaCopier(document, "readOnly", (schema, id) => put(part, id, schema), "#/components/schemas/");
  const body = node(resolve(document, found.operation["requestBody"]));
  const content = Object.entries(node(body["content"])).map(([type, media]) => {
    const { schema, ...rest } = node(resolve(document, media));
    return [type, { ...rest, ...(schema !== undefined && { schema: copy(schema) }) }];
  });
  const operation = {
    ...found.operation,
    ...("content" in body && { requestBody: { ...body, content: Object.fromEntries(content) } }),
  };
  Object.assign(part.paths, { [path]: { [method.toLowerCase()]: structuredClone(operation) } });
  const pending = [...references(part)];
  const copied = new Set<string>();
  for (const pointer of pending) {
    const target = structuredClone(pointedAt(document, pointer));
    // The schemas of its bodies are copies, which stand in the part alone.
    if (copied.has(pointer) || target === undefined) continue;
    copied.add(pointer);
    put(part, pointer, target);
    pending.push(...references(target));
  }
  return part;
}

function put(document: Node, pointer: string, value: unknown): void {
  const keys = keysOf(pointer);
  const last = keys.pop() ?? "";
  let holder = document as Record<string, unknown>;
  for (const key of keys) {
    holder[key] ??= {};
    holder = holder[key] as Record<string, unknown>;
  }
  holder[last] = value;
}
