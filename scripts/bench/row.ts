/** A figure of the performance table. Ours and the peer's are measured in the same run. */
export interface Row {
  figure: string;
  unit: string;
  ours: number;
  /** Absent if the bound is absolute. */
  peer?: { name: string; value: number };
  /** The bound of `ours / peer`, or of `ours` without a peer: a ratio or an absolute figure. */
  bound?: { most: number } | { least: number };
  /** The number of operations that it was measured at. */
  operations?: number;
  /** Why there is no figure. */
  failed?: string;
}

/** Returns the value that the bound is compared with. */
export const comparedValue = ({ ours: value, peer }: Row): number => (peer ? value / peer.value : value);

/** Returns whether a row's bound is met. Without a bound it is, and without a figure it isn't. */
export function isMet(row: Row): boolean {
  if (row.failed) return false;
  if (!row.bound) return true;
  return "most" in row.bound ? comparedValue(row) <= row.bound.most : comparedValue(row) >= row.bound.least;
}
