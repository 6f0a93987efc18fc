import type { VisitedPath } from "./accumulate/accumulator.ts";
import type { Shape } from "./accumulate/shape.ts";

/** The fields of successful responses, by method and the rest of the path after a segment. */
export type Signature = Map<string, Set<string>>;

/**
 * Returns the signature of the segment at a position of some paths.
 *
 * @param withTypes Whether responses without fields differ by their media type.
 */
export function signatureOf(visitedPaths: readonly VisitedPath[], position: number, withTypes: boolean): Signature {
  const signature: Signature = new Map();
  for (const { method, segments, endpoint } of visitedPaths) {
    const rest = [method, ...segments.slice(position + 1)].join("/");
    const fields = signature.get(rest) ?? new Set();
    for (const [status, { bodies }] of endpoint.responses) {
      if (status >= 300) continue;
      for (const { shape } of bodies.values()) if (shape) addFields(fields, shape);
      if (withTypes && fields.size === 0)
        for (const type of bodies.size > 0 ? bodies.keys() : ["none"]) fields.add(`(${type})`);
    }
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

const countShared = (fields: ReadonlySet<string>, otherFields: ReadonlySet<string> = new Set()): number =>
  [...fields].filter((field) => otherFields.has(field)).length;

/** Returns whether two signatures have a kind of response in common. */
const areCompatible = (signature: Signature, reference: Signature): boolean =>
  [...signature].some(([rest, fields]) => {
    const sharedCount = countShared(fields, reference.get(rest));
    return sharedCount > 0 && sharedCount / new Set([...fields, ...(reference.get(rest) ?? [])]).size >= 0.6;
  });

/**
 * Returns whether most fields of a kind of response are in the reference, since a single response may have few fields.
 * Requests that all failed only need paths of the reference.
 */
export function isWithin(signature: Signature, reference: Signature): boolean {
  const successes = [...signature].filter(([, fields]) => fields.size > 0);
  if (successes.length === 0) return [...signature.keys()].every((rest) => reference.has(rest));
  return successes.some(([rest, fields]) => countShared(fields, reference.get(rest)) / fields.size >= 0.6);
}

/** Groups segments by the kind of their responses. */
export function clustersOf(segments: readonly string[], signatureFor: (segment: string) => Signature): string[][] {
  const clusters: { signature: Signature; segments: string[] }[] = [];
  for (const segment of segments) {
    const signature = signatureFor(segment);
    const cluster = clusters.find((candidate) => areCompatible(candidate.signature, signature));
    if (cluster) cluster.segments.push(segment);
    else clusters.push({ signature, segments: [segment] });
  }
  return clusters.map((cluster) => cluster.segments);
}
