/** One figure of the performance table. Ours and the peer's are measured in the same run. */
export interface Row {
  figure: string;
  unit: string;
  ours: number;
  /** Absent where the bound is absolute. */
  peer?: { name: string; value: number };
  /** What `ours / peer` (or `ours`, without a peer) has to keep: a ratio or an absolute figure. */
  bound?: { most: number } | { least: number };
  /** The number of operations that it was measured at. */
  operations?: number;
  /** Why there is no figure. */
  failed?: string;
}

/** What the bound is held against. */
export const measured = ({ ours, peer }: Row): number => (peer ? ours / peer.value : ours);

export function meets(row: Row): boolean {
  if (row.failed) return false;
  if (!row.bound) return true;
  return "most" in row.bound ? measured(row) <= row.bound.most : measured(row) >= row.bound.least;
}
