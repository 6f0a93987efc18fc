/** Begins a name of digits, which JavaScript would list before the names that precede it in a file. */
const mark = "\ue000";

export const markDigits = (key: string): string => (/^(0|[1-9]\d*)$/.test(key) ? mark + key : key);

/** Returns the entries of a map, in the order of its file if its reader has kept it. */
export const orderedEntries = (map: object): [name: string, value: unknown][] =>
  Object.entries(map).map(([name, value]) => [name.replace(mark, ""), value]);

/** Removes the marks of names in data, but for the maps whose order counts. */
export function removeMarks(data: unknown, orderedMaps: ReadonlySet<unknown>): void {
  const visited = new Set<unknown>();
  const visit = (value: unknown) => {
    if (typeof value !== "object" || value === null || visited.has(value)) return;
    visited.add(value);
    const map = value as Record<string, unknown>;
    const markedNames = Object.keys(map).filter((name) => name.startsWith(mark));
    for (const name of orderedMaps.has(map) ? [] : markedNames) {
      map[name.replace(mark, "")] = map[name];
      delete map[name];
    }
    Object.values(map).forEach(visit);
  };
  visit(data);
}
