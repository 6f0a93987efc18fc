/** A list of a response, of which only the first items are returned. */
interface Cut {
  /** The place of the list, such as `rooms` or `config.headers`. */
  readonly place: string;
  readonly itemCount: number;
  readonly omittedCount: number;
}

/** More lists aren't cut: a response that is large in many places makes little sense in part. */
const maxCuts = 5;

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/**
 * Cuts the largest lists of a value in place, until its JSON fits. Returns its first size in bytes, and the cuts;
 * without cuts if they aren't enough.
 */
export function cutLists(value: unknown, maxBytes: number): { bytes: number; cuts?: Cut[] } {
  const bytes = sizeOf(value);
  const cuts: Cut[] = [];
  for (let excess = bytes - maxBytes; excess > 0; excess = sizeOf(value) - maxBytes) {
    const lists = listsIn(value, "").map((list) => ({ ...list, bytes: sizeOf(list.items) }));
    const [list] = lists.sort((first, second) => second.bytes - first.bytes);
    if (!list || cuts.length === maxCuts) return { bytes };
    const { place, items } = list;
    const itemCount = items.length;
    items.length = countFitting(items, list.bytes - excess);
    cuts.push({ place, itemCount, omittedCount: itemCount - items.length });
  }
  return { bytes, cuts };
}

function listsIn(value: unknown, place: string): { place: string; items: unknown[] }[] {
  if (Array.isArray(value)) {
    const innerLists = value.flatMap((item) => listsIn(item, `${place}[]`));
    return value.length > 1 ? [{ place, items: value }, ...innerLists] : innerLists;
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => listsIn(inner, place === "" ? name : `${place}.${name}`));
}

/** Returns how many items fit into a list of this size: at least one, but not all. */
function countFitting(items: readonly unknown[], maxBytes: number): number {
  let bytes = 1;
  const firstOutside = items.findIndex((item) => {
    bytes += sizeOf(item) + 1;
    return bytes > maxBytes;
  });
  return firstOutside === -1 ? items.length - 1 : Math.max(firstOutside, 1);
}
