import type { ObservedPath } from "../shape/observations.ts";
import type { Shape } from "../shape/shape.ts";

/** The fields of successful responses, by method and the rest of the path after a segment. */
export type Signature = ReadonlyMap<string, ReadonlySet<string>>;

export function signatureOf(paths: readonly ObservedPath[], position: number): Signature {
  const signature = new Map<string, Set<string>>();
  for (const { method, segments, endpoint } of paths) {
    const rest = [method, ...segments.slice(position + 1)].join("/");
    const fields = signature.get(rest) ?? new Set();
    signature.set(rest, fields);
    for (const [status, { bodies }] of endpoint.responses)
      if (status < 300) for (const { shape } of bodies.values()) addFields(fields, shape);
  }
  return signature;
}

/** Adds the fields of a shape, without those that any response may have. */
function addFields(fields: Set<string>, shape: Shape | undefined, path = ""): void {
  for (const [name, field] of shape?.fields ?? []) {
    if (/^(success|message)$/.test(`${path}${name}`)) continue;
    fields.add(`${path}${name}`);
    addFields(fields, field, `${path}${name}.`);
  }
  if (shape?.items) addFields(fields, shape.items, `${path}[].`);
}

/** Returns whether two signatures have a kind of response in common. Responses without fields are no evidence. */
export const areAlike = (signature: Signature, otherSignature: Signature): boolean =>
  [...signature].some(([rest, fields]) => {
    const otherFields = otherSignature.get(rest) ?? new Set();
    const sharedCount = [...fields].filter((field) => otherFields.has(field)).length;
    return sharedCount > 0 && sharedCount / new Set([...fields, ...otherFields]).size >= 0.6;
  });
