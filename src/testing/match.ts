import { Refusal } from "./refusal.ts";

interface Row {
  readonly method: string;
  /** With a `{name}` where a value belongs. */
  readonly path: string;
}

export interface Matched<Id> {
  id: Id;
  /** The values in the path, by the names that the contract gives them. */
  values: Record<string, string>;
}

/** Makes the function that finds the operation of a request. Literal paths come before templates. */
export function matcher<Id extends string>(rows: Readonly<Record<Id, Row>>) {
  const candidates = (Object.entries(rows) as [Id, Row][])
    .map(([id, { method, path }]) => ({ id, method, parts: path.slice(1).split("/") }))
    .sort((a, b) => templates(a.parts) - templates(b.parts));

  return function match(method: string, segments: readonly string[]): Matched<Id> {
    const allow = new Set<string>();
    for (const candidate of candidates) {
      const values = valuesOf(candidate.parts, segments);
      if (values && candidate.method === method) return { id: candidate.id, values };
      if (values) allow.add(candidate.method);
    }
    if (allow.size === 0) throw new Refusal(404, "No operation of the contract has this path.");
    throw new Refusal(405, "No operation of the contract has this method on this path.", {
      allow: [...allow].join(", "),
    });
  };
}

const isTemplate = (part: string) => part.startsWith("{") && part.endsWith("}");
const templates = (parts: readonly string[]) => parts.filter(isTemplate).length;

function valuesOf(parts: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (parts.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? "";
    if (isTemplate(part) && segment !== "") values[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return values;
}
