import type { Visited } from "./accumulate/accumulator.ts";
import type { Shape } from "./accumulate/shape.ts";

/** What follows a segment: by method and the rest of the path, the fields of successful responses. */
export type Signature = Map<string, Set<string>>;

/**
 * Returns the signature of the segment at a position of some paths.
 *
 * @param withTypes Whether responses without fields differ by their media type.
 */
export function signatureOf(all: readonly Visited[], position: number, withTypes: boolean): Signature {
  const signs: Signature = new Map();
  for (const { method, segments, endpoint } of all) {
    const rest = [method, ...segments.slice(position + 1)].join("/");
    const fields = signs.get(rest) ?? new Set();
    for (const [status, { bodies }] of endpoint.responses) {
      if (status >= 300) continue;
      for (const { shape } of bodies.values()) if (shape) addFields(fields, shape);
      if (withTypes && fields.size === 0)
        for (const type of bodies.size > 0 ? bodies.keys() : ["none"]) fields.add(`(${type})`);
    }
    signs.set(rest, fields);
  }
  return signs;
}

/** Every response may have these. */
const envelope = new Set(["success", "message"]);

function addFields(fields: Set<string>, shape: Shape, path = ""): void {
  for (const [name, inner] of shape.fields) {
    if (path === "" && envelope.has(name)) continue;
    fields.add(`${path}.${name}`);
    if (path.split(".").length < 3) addFields(fields, inner, `${path}.${name}`);
  }
  if (shape.items) addFields(fields, shape.items, `${path}[]`);
}

/** Whether both have a kind of response in common. */
export const areCompatible = (one: Signature, other: Signature): boolean =>
  [...one].some(([rest, fields]) => {
    const others = other.get(rest) ?? new Set();
    const shared = [...fields].filter((field) => others.has(field)).length;
    return shared > 0 && shared / new Set([...fields, ...others]).size >= 0.6;
  });

/** Whether most fields of one kind of response are fields of the other: a single response has few of them. */
export const isWithin = (one: Signature, other: Signature): boolean =>
  [...one].some(([rest, fields]) => {
    const shared = [...fields].filter((field) => other.get(rest)?.has(field)).length;
    return shared > 0 && shared / fields.size >= 0.6;
  });

/** Groups segments by the kind of their responses. */
export function clustersOf(segments: readonly string[], signature: (segment: string) => Signature): string[][] {
  const clusters: { signs: Signature; segments: string[] }[] = [];
  for (const segment of segments) {
    const signs = signature(segment);
    const cluster = clusters.find((other) => areCompatible(other.signs, signs));
    if (cluster) cluster.segments.push(segment);
    else clusters.push({ signs, segments: [segment] });
  }
  return clusters.map((cluster) => cluster.segments);
}
