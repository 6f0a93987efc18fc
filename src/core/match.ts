import type { Operation } from "./operation.ts";
import { type Rejection, reject } from "./rejection.ts";

export interface Match<Id extends string> {
  readonly id: Id;
  /** The values in the path, by name. */
  readonly pathValues: Readonly<Record<string, string>>;
}

/** Creates the function that finds the operation of a request. Literal paths come before templates. */
export function matcher<Id extends string>(operations: Readonly<Record<Id, Pick<Operation, "method" | "path">>>) {
  const candidates = (Object.entries(operations) as [Id, Operation][])
    .map(([id, { method, path }]) => ({ id, method, parts: path.slice(1).split("/") }))
    .sort((a, b) => templates(a.parts) - templates(b.parts));

  return function match(method: string, segments: readonly string[]): Match<Id> | Rejection {
    const allow = new Set<string>();
    for (const candidate of candidates) {
      const pathValues = pathValuesOf(candidate.parts, segments);
      if (pathValues && candidate.method === method) return { id: candidate.id, pathValues };
      if (pathValues) allow.add(candidate.method);
    }
    if (allow.size === 0) return reject(404, "No operation of the contract has this path.");
    return reject(405, "No operation of the contract has this method on this path.", { allow: [...allow].join(", ") });
  };
}

const isTemplate = (part: string) => part.startsWith("{") && part.endsWith("}");
const templates = (parts: readonly string[]) => parts.filter(isTemplate).length;

function pathValuesOf(parts: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (parts.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? "";
    if (isTemplate(part) && segment !== "") values[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return values;
}

/** A path with its values in place of their names. */
export const fillPath = (path: string, value: (name: string) => string): string =>
  path.replace(/\{([^}]+)\}/g, (_, name) => value(name));
