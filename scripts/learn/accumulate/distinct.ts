import { randomBytes } from "node:crypto";

// The key is new in each run and never written, so that nobody can check a guess with the stored hashes.
const [key1, key2] = new Uint32Array(randomBytes(8).buffer.slice(0, 8)) as unknown as [number, number];

/** Returns a keyed hash of a value, 53 bits. */
export function keyedHash(value: string | number | boolean): number {
  const text = `${typeof value}${value}`;
  let high = 0xdeadbeef ^ key1;
  let low = 0x41c6ce57 ^ key2;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** The number of different values that are distinguished. */
export const maxDistinct = 8;

/** Adds a hash to a set that keeps the least hashes, so that it stays small and the order doesn't matter. */
export function addDistinct(set: Set<number>, hash: number): void {
  if (set.size < maxDistinct) set.add(hash);
  else if (!set.has(hash)) {
    const greatest = Math.max(...set);
    if (hash > greatest) return;
    set.delete(greatest);
    set.add(hash);
  }
}
