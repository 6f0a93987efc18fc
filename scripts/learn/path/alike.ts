import type { ObservedPath } from "../shape/observations.ts";
import type { Shape } from "../shape/shape.ts";

/** The fields of successful responses, by method and the rest of the path after a segment. */
export type Signature = Map<string, Set<string>>;

/** Returns the signature of the segment at a position of some paths. */
export function signatureOf(paths: readonly ObservedPath[], position: number): Signature {
  const signature: Signature = new Map();
  for (const { method, segments, endpoint } of paths) {
    const rest = [method, ...segments.slice(position + 1)].join("/");
    const fields = signature.get(rest) ?? new Set();
    for (const [status, { bodies }] of endpoint.responses)
      if (status < 300) for (const { shape } of bodies.values()) if (shape) addFields(fields, shape);
    signature.set(rest, fields);
  }
  return signature;
}

/** Fields that any response may have. */
const envelope = new Set(["success", "message"]);

function addFields(fields: Set<string>, shape: Shape, path = ""): void {
  for (const [name, inner] of shape.fields) {
    if (path === "" && envelope.has(name)) continue;
    fields.add(`${path}.${name}`);
    if (path.split(".").length < 3) addFields(fields, inner, `${path}.${name}`);
  }
  if (shape.items) addFields(fields, shape.items, `${path}[]`);
}

/** Returns whether two signatures have a kind of response in common. Responses without fields are no evidence. */
export const areAlike = (signature: Signature, otherSignature: Signature): boolean =>
  [...signature].some(([rest, fields]) => {
    const otherFields = otherSignature.get(rest) ?? new Set();
    const sharedCount = [...fields].filter((field) => otherFields.has(field)).length;
    return sharedCount > 0 && sharedCount / new Set([...fields, ...otherFields]).size >= 0.6;
  });

/** Groups segments by the kind of their responses. */
export function clustersOf(marks: readonly string[], signatureFor: (mark: string) => Signature): string[][] {
  const clusters: { signature: Signature; marks: string[] }[] = [];
  for (const mark of marks) {
    const signature = signatureFor(mark);
    const cluster = clusters.find((candidate) => areAlike(candidate.signature, signature));
    if (cluster) cluster.marks.push(mark);
    else clusters.push({ signature, marks: [mark] });
  }
  return clusters.map((cluster) => cluster.marks);
}
