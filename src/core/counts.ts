/** Counts a name. From the maximum of names on, no others are counted. */
export function increment(counts: Map<string, number>, name: string, maximum = Infinity): void {
  if (counts.has(name) || counts.size < maximum) counts.set(name, (counts.get(name) ?? 0) + 1);
}
