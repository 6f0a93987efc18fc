import type { ObservedPath } from "../shape/observations.ts";
import type { Shape } from "../shape/shape.ts";

/** The fields of successful responses, by method and the rest of the path after a segment. */
type Signature = Map<string, Set<string>>;

/** Groups segments by the kind of their responses. */
export function clustersOf(groups: ReadonlyMap<string, readonly ObservedPath[]>, position: number): string[][] {
  const clusters: { signature: Signature; marks: string[] }[] = [];
  for (const [mark, paths] of groups) {
    const signature = signatureOf(paths, position);
    const cluster = clusters.find((candidate) => areAlike(candidate.signature, signature));
    if (cluster) cluster.marks.push(mark);
    else clusters.push({ signature, marks: [mark] });
  }
  return clusters.map(({ marks }) => marks);
}

function signatureOf(paths: readonly ObservedPath[], position: number): Signature {
  const signature: Signature = new Map();
  for (const { method, segments, endpoint } of paths) {
    const rest = [method, ...segments.slice(position + 1)].join("/");
    const successes = [...endpoint.responses].filter(([status]) => status < 300);
    const shapes = successes.flatMap(([, { bodies }]) => [...bodies.values()].map(({ shape }) => shape));
    signature.set(rest, new Set([...(signature.get(rest) ?? []), ...shapes.flatMap((shape) => fieldsOf(shape))]));
  }
  return signature;
}

/** Lists the fields of a shape, without those that any response may have. */
const fieldsOf = (shape: Shape | undefined, path = ""): string[] => [
  ...[...(shape?.fields ?? [])].flatMap(([name, field]) =>
    /^\.(success|message)$/.test(`${path}.${name}`) ? [] : [`${path}.${name}`, ...fieldsOf(field, `${path}.${name}`)],
  ),
  ...(shape?.items ? fieldsOf(shape.items, `${path}[]`) : []),
];

/** Returns whether two signatures have a kind of response in common. Responses without fields are no evidence. */
const areAlike = (signature: Signature, otherSignature: Signature): boolean =>
  [...signature].some(([rest, fields]) => {
    const otherFields = otherSignature.get(rest) ?? new Set();
    const sharedCount = [...fields].filter((field) => otherFields.has(field)).length;
    return sharedCount > 0 && sharedCount / new Set([...fields, ...otherFields]).size >= 0.6;
  });
