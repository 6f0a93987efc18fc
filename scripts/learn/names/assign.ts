/**
 * Assigns rows to columns with the greatest sum of values, and returns the column of each row. Uses the Hungarian
 * algorithm by shortest augmenting paths, O(n³). Rows and columns stay single rather than form a pair of value 0 or less.
 */
export function assignColumns(values: readonly (readonly number[])[]): (number | undefined)[] {
  const columns = values[0]?.length ?? 0;
  const width = columns + values.length + 1;
  // Rows and columns count from 1. After the real columns, each row has a column of value 0 to stay single.
  const cost = (row: number, column: number) =>
    column > columns ? 0 : -Math.max(0, values[row - 1]?.[column - 1] ?? 0);
  const rowPrices = new Float64Array(values.length + 1);
  const columnPrices = new Float64Array(width);
  /** The row that has each column, or 0. */
  const rowOf = new Int32Array(width);

  /** Assigns a column to a row, by the cheapest chain of changes. */
  function augment(row: number): void {
    const leastCosts = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
    const usedColumns = new Set<number>();
    const previousColumns = new Int32Array(width);
    rowOf[0] = row;
    let currentColumn = 0;
    do {
      usedColumns.add(currentColumn);
      const currentRow = valueAt(rowOf, currentColumn);
      let nextColumn = 0;
      for (let column = 1; column < width; column++) {
        if (usedColumns.has(column)) continue;
        const reduced = cost(currentRow, column) - valueAt(rowPrices, currentRow) - valueAt(columnPrices, column);
        if (reduced < valueAt(leastCosts, column)) {
          leastCosts[column] = reduced;
          previousColumns[column] = currentColumn;
        }
        if (nextColumn === 0 || valueAt(leastCosts, column) < valueAt(leastCosts, nextColumn)) nextColumn = column;
      }
      const step = valueAt(leastCosts, nextColumn);
      for (let column = 0; column < width; column++) {
        if (usedColumns.has(column)) {
          rowPrices[valueAt(rowOf, column)] = valueAt(rowPrices, valueAt(rowOf, column)) + step;
          columnPrices[column] = valueAt(columnPrices, column) - step;
        } else leastCosts[column] = valueAt(leastCosts, column) - step;
      }
      currentColumn = nextColumn;
    } while (rowOf[currentColumn] !== 0);
    for (; currentColumn !== 0; currentColumn = valueAt(previousColumns, currentColumn))
      rowOf[currentColumn] = valueAt(rowOf, valueAt(previousColumns, currentColumn));
  }

  for (let row = 1; row <= values.length; row++) augment(row);
  const columnOf = new Map([...rowOf].map((row, column) => [row, column]));
  return values.map((_, index) => {
    const column = columnOf.get(index + 1) ?? 0;
    return column > 0 && cost(index + 1, column) < 0 ? column - 1 : undefined;
  });
}

const valueAt = (list: Float64Array | Int32Array, index: number): number => list[index] ?? 0;
