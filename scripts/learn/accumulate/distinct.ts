import { randomBytes } from "node:crypto";

// New in each run and never written: without it nobody can test a guess against what is stored.
const [key1, key2] = new Uint32Array(randomBytes(8).buffer.slice(0, 8)) as unknown as [number, number];

/** A keyed hash of a value, 53 bits. */
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
export const mostDistinct = 8;

/** Adds to a set that stays small, and the same in whatever order: the least hashes stay. */
export function addDistinct(set: Set<number>, hash: number): void {
  if (set.size < mostDistinct) set.add(hash);
  else if (!set.has(hash)) {
    const greatest = Math.max(...set);
    if (hash > greatest) return;
    set.delete(greatest);
    set.add(hash);
  }
}
