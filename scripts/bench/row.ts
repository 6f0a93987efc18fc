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
}
