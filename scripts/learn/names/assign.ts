/**
 * The assignment of rows to columns with the greatest sum of values, each used at most once, as the column of each row: the
 * Hungarian algorithm by shortest augmenting paths, O(n³). A value of 0 or less is no pair: the row or column rather stays
 * alone.
 */
export function assign(values: readonly (readonly number[])[]): (number | undefined)[] {
  const columns = values[0]?.length ?? 0;
  const width = columns + values.length + 1;
  // Rows and columns count from 1. After the real columns each row has one that is worth nothing, instead of a bad one.
  const cost = (row: number, column: number) =>
    column > columns ? 0 : -Math.max(0, values[row - 1]?.[column - 1] ?? 0);
  const rowPrices = new Float64Array(values.length + 1);
  const columnPrices = new Float64Array(width);
  /** The row that has each column, or 0. */
  const rowOf = new Int32Array(width);

  /** Gives one more row a column, by the cheapest chain of changes. */
  function augment(row: number): void {
    const least = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
    const used = new Set<number>();
    const before = new Int32Array(width);
    rowOf[0] = row;
    let current = 0;
    do {
      used.add(current);
      const from = at(rowOf, current);
      let next = 0;
      for (let column = 1; column < width; column++) {
        if (used.has(column)) continue;
        const reduced = cost(from, column) - at(rowPrices, from) - at(columnPrices, column);
        if (reduced < at(least, column)) {
          least[column] = reduced;
          before[column] = current;
        }
        if (next === 0 || at(least, column) < at(least, next)) next = column;
      }
      const step = at(least, next);
      for (let column = 0; column < width; column++) {
        if (used.has(column)) {
          rowPrices[at(rowOf, column)] = at(rowPrices, at(rowOf, column)) + step;
          columnPrices[column] = at(columnPrices, column) - step;
        } else least[column] = at(least, column) - step;
      }
      current = next;
    } while (rowOf[current] !== 0);
    for (; current !== 0; current = at(before, current)) rowOf[current] = at(rowOf, at(before, current));
  }

  for (let row = 1; row <= values.length; row++) augment(row);
  const columnOf = new Map([...rowOf].map((row, column) => [row, column]));
  return values.map((_, index) => {
    const column = columnOf.get(index + 1) ?? 0;
    return column > 0 && cost(index + 1, column) < 0 ? column - 1 : undefined;
  });
}

const at = (list: Float64Array | Int32Array, index: number): number => list[index] ?? 0;
