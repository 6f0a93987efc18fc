/** A figure of the performance table. Ours and the peer's are measured in the same run. */
export interface Row {
  figure: string;
  unit: string;
  ours: number;
  /** Absent if the bound is absolute. */
  peer?: { name: string; value: number };
  /** The upper bound of `ours / peer`, or of `ours` without a peer. */
  maximum?: number | undefined;
  /** The lower bound of the same. */
  minimum?: number | undefined;
  /** The number of operations that it was measured at. */
  operations?: number;
  /** Why there is no figure. */
  failed?: string;
}

/** Returns the value that the bounds are compared with. */
export const comparedValue = ({ ours: value, peer }: Row): number => (peer ? value / peer.value : value);

/** Returns whether a row's bounds are met. Without a bound they are, and without a figure they aren't. */
export function isMet(row: Row): boolean {
  const { maximum = Number.POSITIVE_INFINITY, minimum = Number.NEGATIVE_INFINITY } = row;
  return !row.failed && comparedValue(row) <= maximum && comparedValue(row) >= minimum;
}
