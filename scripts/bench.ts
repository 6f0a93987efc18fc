import { readArguments } from "../src/commands/arguments.ts";
import { exitOnError, fail } from "../src/commands/exit.ts";
import type { Measurement } from "./bench/measure.ts";
import { installConsumers } from "./tools/consumers.ts";
import { createTemporaryFolder } from "./tools/file.ts";
import { runIfMain } from "./tools/run.ts";

const help = `Compares the project with its peers, in one run on this machine.

  npm run bench                        every table but growth
  npm run bench -- client mock         only these (client, mock, reference, learn, growth)
  npm run bench -- --json              rows as JSON on stdout
`;

/** The modules of the suites. Each measures its rows, with a temporary folder to write to. */
const suites: Record<string, () => Promise<{ rows: (folder: string) => Promise<Measurement[]> }>> =
  {
    client: () => import("./bench/client.ts"),
    mock: () => import("./bench/mock.ts"),
    reference: () => import("./bench/reference.ts"),
    learn: () => import("./bench/learn.ts"),
    growth: () => import("./bench/growth.ts"),
  };

// Growth takes ten minutes.
const usualSuites = Object.keys(suites).filter((name) => name !== "growth");

const nameOf = ({ figure, peer }: Measurement) =>
  peer ? `${figure}, compared with ${peer.name}` : figure;

function toLine(row: Measurement) {
  const { ours: value, peer, unit, maximum, minimum } = row;
  const bounds = [
    maximum !== undefined && `≤ ${maximum}`,
    minimum !== undefined && `≥ ${round(minimum)}`,
  ];
  const bound = bounds.filter(Boolean).join(", ");
  return {
    ours: `${round(value)} ${unit}`,
    peer: peer ? `${round(peer.value)} ${unit}` : "",
    ratio: peer ? round(value / peer.value) : "",
    bound,
    met: bound && (isMet(row) ? "yes" : "NO"),
  };
}

// A figure that couldn't be measured is `NaN`, which meets no bound.
function isMet({
  ours: value,
  peer,
  maximum = Number.POSITIVE_INFINITY,
  minimum = Number.NEGATIVE_INFINITY,
}: Measurement) {
  const compared = peer ? value / peer.value : value;
  return compared <= maximum && compared >= minimum;
}

/** Rounds to three significant digits. */
const round = (value: number): number => Number(value.toPrecision(3));

export async function benchCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments("npm run bench --", help, {
    args,
    allowPositionals: true,
    options: { json: { type: "boolean", default: false } },
  });
  const unknown = positionals.filter((name) => !Object.hasOwn(suites, name));
  if (unknown.length > 0)
    fail(`Unknown suite: ${unknown.join(", ")}. There are ${Object.keys(suites).join(", ")}.`);
  await exitOnError(installConsumers);
  const rowsBySuite: Record<string, Measurement[]> = {};
  for (const name of positionals.length > 0 ? positionals : usualSuites) {
    console.error(`Measuring: ${name} …`);
    using folder = createTemporaryFolder(`bench-${name}`);
    const rows = (await (await suites[name]?.())?.rows(folder.path)) ?? [];
    rowsBySuite[name] = rows;
    if (!values.json)
      console.table(Object.fromEntries(rows.map((row) => [nameOf(row), toLine(row)])));
  }
  if (values.json) console.log(JSON.stringify(rowsBySuite, null, 2));
  return Object.values(rowsBySuite).flat().every(isMet) ? 0 : 1;
}

await runIfMain(import.meta.url, benchCommand);
