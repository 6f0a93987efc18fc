import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readContract } from "../contract/document.ts";
import { documentedOperations } from "../contract/operations.ts";
import { copyProject } from "../tools/copy.ts";
import { root } from "../tools/run.ts";
import { maxCallBytes, measureGzipped, ourCaller } from "./callers.ts";
import { grownContract } from "./contract.ts";
import { type Measurement, runNode, runScript } from "./measure.ts";
import { measureRate, startServer } from "./mock.ts";

/** Notes a figure. Relative bounds are those of its ratio to the smallest size's. */
type Note = (figure: string, unit: string, value: number, bounds?: Bounds) => void;
type Bounds = Pick<Measurement, "maximum" | "minimum"> & { relative?: boolean };

/** Measures the project with more documented operations, in copies. */
export async function rows(): Promise<Measurement[]> {
  const rowsByFigure: Record<string, Measurement[]> = {};
  for (const size of [5, 100, 300, 1_000]) {
    const copy = copyProject("growth");
    try {
      writeFileSync(join(copy, "openapi/openapi.yaml"), grownContract(size));
      await measureSize(copy, size, (figure, unit, value, { relative, ...bounds } = {}) => {
        const row: Measurement = { figure: `${figure}, ${size} operations`, unit, ours: value, ...bounds };
        rowsByFigure[figure] ??= [];
        const [smallest = row] = rowsByFigure[figure];
        rowsByFigure[figure].push(relative ? { ...row, peer: { name: "5 operations", value: smallest.ours } } : row);
        console.error(`  ${row.figure}: ${Number(value.toPrecision(3))} ${unit}`);
      });
    } finally {
      rmSync(copy, { recursive: true });
    }
  }
  return Object.values(rowsByFigure).flat();
}

async function measureSize(copy: string, size: number, note: Note): Promise<void> {
  const script = (name: string, ...args: string[]) => runScript(name, args, copy);
  note("lint of the contract", "s", (await script("lint", "contract")).seconds, { maximum: 8 });

  await script("generate");
  const generate = await script("generate", "--check");
  note("generate", "s", generate.seconds, { maximum: 10 });
  note("generate, memory", "MB", generate.megabytes, { maximum: 700 });
  note("validators.js", "MB", statSync(join(copy, "generated/validators.js")).size / 1e6, { maximum: 1.6 });

  const bytes = await measureGzipped(ourCaller.source.replace(root, `${copy}/`), copy);
  note("client, bundled and gzipped", "B", bytes, { maximum: maxCallBytes(size) });

  const reference = join(copy, "reference");
  note("reference, with its lint", "s", (await script("docs", "--out", reference)).seconds, { maximum: 15 });
  const firstPage = statSync(join(reference, "index.html")).size / 1e3;
  note("reference, first page", "kB", firstPage, { relative: true, maximum: 1.05 });

  await measureStart(copy, note);
  note("tsc", "s", (await runNode(["node_modules/typescript-7/bin/tsc"], copy)).seconds, { maximum: 15 });
  await script("build");
  await measureMock(copy, note);
}

/** Measures `npm start`: its first response, and the response from an edited contract. */
async function measureStart(copy: string, note: Note): Promise<void> {
  await using server = await startServer([process.execPath, "--import", "tsx", "scripts/start.ts", "--port"], copy);
  note("npm start, first response", "s", server.start / 1_000, { maximum: 15 });
  const contract = join(copy, "openapi/openapi.yaml");
  const begin = performance.now();
  writeFileSync(contract, readFileSync(contract, "utf8").replace("Example message", "Edited message"));
  await server.waitFor("Edited message");
  note("npm start, rebuilt after an edit", "s", (performance.now() - begin) / 1_000, { maximum: 5 });
}

/** Measures the mock: its start, and its rate on the last GET operation, with 1 for each value of the path. */
async function measureMock(copy: string, note: Note): Promise<void> {
  await using server = await startServer([process.execPath, "dist/src/cli.js", "mock", "--port"], copy);
  note("mock, start", "s", server.start / 1_000, { maximum: 2.5 });
  const operations = documentedOperations(readContract(join(copy, "openapi/openapi.yaml")));
  const path = operations.findLast(({ method }) => method === "GET")?.path.replaceAll(/\{\w+\}/g, "1");
  const rate = await measureRate(`${server.url}${path}?token=demo-token-not-secret`);
  note("mock, requests a second on the last operation", "/s", rate, { relative: true, minimum: 0.9 });
}
