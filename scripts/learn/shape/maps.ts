import type { Endpoint } from "./endpoint.ts";
import { countOf, mergeShapes, type Shape } from "./shape.ts";

const maxFields = 60;
const maxNumbered = 3;
/** Fields in a smaller share of the objects are rare. */
const minShare = 1 / 5;

/** Moves the names in bodies that are keys of maps, although their words are known, to the entries of their objects. */
export function closeMaps({ requests, responses }: Endpoint, isListed: (name: string) => boolean): void {
  for (const bodies of [requests, ...[...responses.values()].map((response) => response.bodies)])
    for (const { shape } of bodies.values()) if (shape) closeShape(shape, isListed);
}

function closeShape(shape: Shape, isListed: (name: string) => boolean): void {
  for (const name of mapKeysOf(shape)) {
    if (isListed(name)) continue;
    shape.entries = mergeShapes(shape.entries, shape.fields.get(name));
    shape.fields.delete(name);
  }
  for (const inner of [...shape.fields.values(), shape.items, shape.entries]) if (inner) closeShape(inner, isListed);
}

/**
 * Returns the names of an object that are keys of a map: rare ones, if there are many, and those that differ only in a
 * digit, such as `task_7`, if they are rare or name objects.
 */
function mapKeysOf({ fields, types }: Shape): string[] {
  const isRare = (field: Shape) => countOf(field) < minShare * (types.object ?? 0);
  const names = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  const rareNames = names.flatMap(([name, field]) => (isRare(field) ? name : []));
  if (fields.size > maxFields && rareNames.length > 0.8 * fields.size) return rareNames;
  const stemOf = (name: string) => name.replace(/\d+/g, "0");
  const numberedNames = names.flatMap(([name, field]) =>
    /\d/.test(name) && (isRare(field) || field.types.object) ? name : [],
  );
  return numberedNames.filter(
    (name) => numberedNames.filter((namesake) => stemOf(namesake) === stemOf(name)).length > maxNumbered,
  );
}
