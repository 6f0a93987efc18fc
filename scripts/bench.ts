import { comparedValue, isMet, type Row } from "./bench/row.ts";
import { fail, orFail, readArguments, runIfMain } from "./command.ts";
import { installConsumers } from "./consumers.ts";

const help = `Compares the project with its peers, in one run on this machine.

  npm run bench                        every table but growth
  npm run bench -- client mock         only these (client, mock, reference, learn, growth)
  npm run bench -- --json              rows as JSON on stdout
`;

const suites: Record<string, () => Promise<{ rows: () => Promise<Row[]> }>> = {
  client: () => import("./bench/client.ts"),
  mock: () => import("./bench/mock.ts"),
  reference: () => import("./bench/reference.ts"),
  learn: () => import("./bench/learn.ts"),
  growth: () => import("./bench/growth.ts"),
};

// Growth takes ten minutes.
const usualSuites = Object.keys(suites).filter((name) => name !== "growth");

function print(name: string, rows: Row[]): void {
  console.log(`\n${name}`);
  const sizes = [...new Set(rows.flatMap(({ operations }) => operations ?? []))];
  console.table(
    sizes.length > 0 ? groupBySize(rows, sizes) : Object.fromEntries(rows.map((row) => [row.figure, toLine(row)])),
  );
}

const toLine = (row: Row) => ({
  ours: row.failed ? "failed" : `${round(row.ours)} ${row.unit}`,
  peer: row.peer ? `${round(row.peer.value)} ${row.unit} (${row.peer.name})` : "",
  ratio: row.peer ? round(comparedValue(row)) : "",
  bound: describeBound(row),
  met: describeMet(row),
});

/** Returns a line for each figure, with a column for each size. The bound is that of the largest. */
function groupBySize(rows: Row[], sizes: number[]) {
  const figures = [...new Set(rows.map(({ figure }) => figure))];
  return Object.fromEntries(
    figures.map((figure) => {
      const figureRows = rows.filter((row) => row.figure === figure);
      const largest = figureRows.find(({ operations }) => operations === sizes.at(-1));
      return [
        `${figure} (${figureRows[0]?.unit})`,
        {
          ...Object.fromEntries(figureRows.map(({ operations, ours: value }) => [operations, round(value)])),
          ...(largest && { bound: describeBound(largest), met: describeMet(largest) }),
        },
      ];
    }),
  );
}

function describeBound({ maximum, minimum }: Row): string {
  if (maximum !== undefined) return `≤ ${maximum}`;
  return minimum === undefined ? "" : `≥ ${round(minimum)}`;
}

const describeMet = (row: Row) => (row.failed || describeBound(row) ? (isMet(row) ? "yes" : "NO") : "");

/** Rounds to three significant digits. */
function round(value: number): number {
  return Number(value.toPrecision(3));
}

async function benchCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(help, {
    args,
    allowPositionals: true,
    options: { json: { type: "boolean", default: false }, help: { type: "boolean" } },
  });
  const unknown = positionals.filter((name) => !Object.hasOwn(suites, name));
  if (unknown.length > 0) fail(`Unknown suite: ${unknown.join(", ")}.\n\n${help}`);
  await orFail(installConsumers);
  const rowsBySuite: Record<string, Row[]> = {};
  for (const name of positionals.length > 0 ? positionals : usualSuites) {
    console.error(`Measuring: ${name} …`);
    rowsBySuite[name] = (await (await suites[name]?.())?.rows()) ?? [];
  }
  if (values.json) console.log(JSON.stringify(rowsBySuite, null, 2));
  else for (const [name, rows] of Object.entries(rowsBySuite)) print(name, rows);
  return Object.values(rowsBySuite).flat().every(isMet) ? 0 : 1;
}

await runIfMain(import.meta.url, benchCommand);
