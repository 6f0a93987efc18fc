/**
 * The assignment of rows to columns with the greatest sum of values, each used at most once, as the column of each row: the Hungarian algorithm by
 * shortest augmenting paths, O(n³). A value of 0 or less is no pair: the row or column rather stays alone.
 */
export function assign(values: readonly (readonly number[])[]): (number | undefined)[] {
  const rows = values.length;
  const real = values[0]?.length ?? 0;
  const best: State = {
    rowPrices: new Float64Array(rows + 1),
    columnPrices: new Float64Array(real + rows + 1),
    rowOf: new Int32Array(real + rows + 1),
  };
  // Behind the real columns each row finds one that is worth nothing, and takes it instead of a bad one.
  const cost: Cost = (row, column) => (column > real ? 0 : -Math.max(0, values[row - 1]?.[column - 1] ?? 0));
  for (let row = 1; row <= rows; row++) augment(best, cost, row);
  const columnOf = new Map([...best.rowOf].map((row, column) => [row, column]).slice(1) as [number, number][]);
  return values.map((_, index) => {
    const column = columnOf.get(index + 1) ?? 0;
    return column <= real && cost(index + 1, column) < 0 ? column - 1 : undefined;
  });
}

type Cost = (row: number, column: number) => number;

interface State {
  rowPrices: Float64Array;
  columnPrices: Float64Array;
  /** The row that has each column, or 0. Rows and columns count from 1. */
  rowOf: Int32Array;
}

/** Gives one more row a column, by the cheapest chain of changes. */
function augment({ rowPrices, columnPrices, rowOf }: State, cost: Cost, row: number): void {
  const width = rowOf.length;
  const least = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
  const used = new Uint8Array(width);
  const before = new Int32Array(width);
  rowOf[0] = row;
  let at = 0;
  do {
    used[at] = 1;
    const from = number(rowOf, at);
    let step = Number.POSITIVE_INFINITY;
    let next = 0;
    for (let column = 1; column < width; column++) {
      if (used[column]) continue;
      const reduced = cost(from, column) - number(rowPrices, from) - number(columnPrices, column);
      if (reduced < number(least, column)) {
        least[column] = reduced;
        before[column] = at;
      }
      if (number(least, column) < step) {
        step = number(least, column);
        next = column;
      }
    }
    for (let column = 0; column < width; column++) {
      if (used[column]) {
        rowPrices[number(rowOf, column)] = number(rowPrices, number(rowOf, column)) + step;
        columnPrices[column] = number(columnPrices, column) - step;
      } else least[column] = number(least, column) - step;
    }
    at = next;
  } while (rowOf[at] !== 0);
  for (; at !== 0; at = number(before, at)) rowOf[at] = number(rowOf, number(before, at));
  rowOf[0] = 0;
}

const number = (list: Float64Array | Int32Array, index: number): number => list[index] ?? 0;
