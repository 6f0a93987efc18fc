import { hash, randomBytes } from "node:crypto";

// The key is new in each run and never written, so that nobody can check a guess with the stored hashes.
const key = randomBytes(16).toString("hex");

/** Returns a keyed hash of a value. */
export const keyedHash = (value: string | number | boolean): string =>
  hash("sha1", `${key}${typeof value}${value}`, "base64");

/** The number of different values that are distinguished. */
export const maxDistinct = 8;

/** Adds a hash to a set that keeps the least hashes, so that it stays small and the order doesn't matter. */
export function addDistinct(set: Set<string>, valueHash: string): void {
  set.add(valueHash);
  if (set.size > maxDistinct) set.delete([...set].reduce((greatest, item) => (item > greatest ? item : greatest)));
}
