/** A list of a response, of which only the first items are returned. */
interface Cut {
  /** The place of the list, such as `rooms` or `config.headers`. */
  readonly place: string;
  readonly itemCount: number;
  readonly omittedCount: number;
}

interface List {
  readonly place: string;
  readonly items: unknown[];
  readonly bytes: number;
}

/** Returns the size of a value as JSON, in bytes. Notes the lists in it. */
function measure(value: unknown, place: string, lists: List[]): number {
  if (Array.isArray(value)) {
    const bytes = value.reduce<number>(
      (sum, item) => sum + measure(item, `${place}[]`, lists),
      countSeparators(value.length),
    );
    lists.push({ place, items: value, bytes });
    return bytes;
  }
  if (typeof value !== "object" || value === null) return Buffer.byteLength(JSON.stringify(value));
  const entries = Object.entries(value);
  return entries.reduce((sum, [name, inner]) => {
    const innerPlace = place === "" ? name : `${place}.${name}`;
    return sum + Buffer.byteLength(`${JSON.stringify(name)}:`) + measure(inner, innerPlace, lists);
  }, countSeparators(entries.length));
}

/** Counts the brackets and commas of a list or an object. */
const countSeparators = (entryCount: number) => 1 + Math.max(entryCount, 1);

/** More lists aren't cut: a response that is large in many places makes little sense in part. */
const maxCuts = 5;

/**
 * Cuts the largest lists of a value in place, until its JSON fits. Returns its first size in bytes, and the cuts;
 * without cuts if they aren't enough.
 */
export function cutLists(value: unknown, maxBytes: number): { bytes: number; cuts?: Cut[] } {
  const bytes = measure(value, "", []);
  const cuts: Cut[] = [];
  for (let size = bytes; size > maxBytes; ) {
    if (cuts.length === maxCuts) return { bytes };
    const lists: List[] = [];
    measure(value, "", lists);
    const [list] = lists.filter(({ items }) => items.length > 1).sort((first, second) => second.bytes - first.bytes);
    if (!list) return { bytes };
    const { place, items } = list;
    const itemCount = items.length;
    items.length = countFitting(items, maxBytes - (size - list.bytes));
    cuts.push({ place, itemCount, omittedCount: itemCount - items.length });
    size = measure(value, "", []);
  }
  return { bytes, cuts };
}

/** Returns how many items fit into a list of this size: at least one, but not all. */
function countFitting(items: readonly unknown[], maxBytes: number): number {
  let bytes = 1;
  let count = 0;
  for (const item of items) {
    bytes += measure(item, "", []) + 1;
    if (bytes > maxBytes) break;
    count++;
  }
  return Math.min(Math.max(count, 1), items.length - 1);
}
