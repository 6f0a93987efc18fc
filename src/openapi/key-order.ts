/** Begins a name of digits, which JavaScript would list before the names that precede it in a file. */
const mark = "\ue000";

export const markDigits = (key: string): string => (/^(0|[1-9]\d*)$/.test(key) ? mark + key : key);

const isMarked = (key: string): boolean => key.startsWith(mark);

/** Returns the entries of a map, in the order of its file if its reader has kept it. */
export const orderedEntries = (map: object): [name: string, value: unknown][] =>
  Object.entries(map).map(([name, value]) => [name.replace(mark, ""), value]);

/**
 * Removes the marks of names in data, but for maps that keep their order and would lose it.
 * @param listOrdered Lists these maps, if there may be any.
 */
export function removeMarks(data: unknown, listOrdered: () => Iterable<unknown>): void {
  const maps: Record<string, unknown>[] = [];
  const visited = new Set<unknown>();
  const collect = (value: unknown) => {
    if (typeof value !== "object" || value === null || visited.has(value)) return;
    visited.add(value);
    if (Object.keys(value).some(isMarked)) maps.push(value as Record<string, unknown>);
    Object.values(value).forEach(collect);
  };
  collect(data);
  const numberOf = (key = "") => (isMarked(key) ? Number(key.slice(mark.length)) : Infinity);
  const isMoved = (map: object) =>
    Object.keys(map).some(
      (key, index, keys) => index > 0 && numberOf(keys[index - 1]) > numberOf(key),
    );
  const moved = maps.filter(isMoved);
  const ordered = new Set(moved.length > 0 ? listOrdered() : []);
  for (const map of maps) {
    if (ordered.has(map) && moved.includes(map)) continue;
    for (const key of Object.keys(map).filter(isMarked)) {
      const value = map[key];
      delete map[key];
      map[key.replace(mark, "")] = value;
    }
  }
}
