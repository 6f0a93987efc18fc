import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readContract } from "../contract/document.ts";
import { copyProject } from "../tools/copy.ts";
import { root } from "../tools/run.ts";
import { maxCallBytes, measureGzipped, oneCall } from "./call-size.ts";
import { grownContract } from "./contract.ts";
import { compareInTurn, type Measurement, runNode, runScript } from "./measure.ts";
import { measureRate, startServer } from "./mock.ts";

/** Measures the project with more documented operations, in copies. */
export async function rows(): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const size of [5, 100, 300, 1_000]) {
    const copy = copyProject("growth");
    try {
      writeFileSync(join(copy, "openapi/openapi.yaml"), grownContract(size));
      for await (const row of measureSize(copy, size)) {
        const figure = `${row.figure}, ${size} operations`;
        measurements.push({ ...row, figure });
        console.error(`  ${figure}: ${Number(row.ours.toPrecision(3))} ${row.unit}`);
      }
    } finally {
      rmSync(copy, { recursive: true });
    }
  }
  return measurements;
}

async function* measureSize(copy: string, size: number): AsyncGenerator<Measurement> {
  const script = (name: string, ...args: string[]) => runScript(name, args, copy);
  yield {
    figure: "lint of the contract",
    unit: "s",
    ours: (await script("lint", "contract")).seconds,
    maximum: 8,
  };

  await script("generate");
  const generate = await script("generate", "--check");
  yield { figure: "generate", unit: "s", ours: generate.seconds, maximum: 10 };
  yield { figure: "generate, memory", unit: "MB", ours: generate.megabytes, maximum: 700 };
  const validators = statSync(join(copy, "generated/validators.js"));
  yield { figure: "validators.js", unit: "MB", ours: validators.size / 1e6, maximum: 6 };

  const bytes = await measureGzipped(oneCall.replace(root, `${copy}/`), copy);
  yield {
    figure: "client, bundled and gzipped",
    unit: "B",
    ours: bytes,
    maximum: maxCallBytes(size),
  };

  const reference = join(copy, "reference");
  const { seconds } = await script("docs", "--out", reference);
  yield { figure: "reference, with its lint", unit: "s", ours: seconds, maximum: 15 };
  const firstPage = statSync(join(reference, "index.html"));
  yield { figure: "reference, first page", unit: "kB", ours: firstPage.size / 1e3, maximum: 29 };

  yield* measureStart(copy);
  const tsc = await runNode(["node_modules/typescript-7/bin/tsc"], copy);
  yield { figure: "tsc", unit: "s", ours: tsc.seconds, maximum: 15 };
  await script("build");
  yield* measureMock(copy);
}

/** Measures `npm start`: its first response, and the response from an edited contract. */
async function* measureStart(copy: string): AsyncGenerator<Measurement> {
  await using server = await startServer(
    [process.execPath, "--import", "tsx", "scripts/start.ts", "--port"],
    copy,
  );
  yield { figure: "npm start, first response", unit: "s", ours: server.start / 1_000, maximum: 15 };
  const contract = join(copy, "openapi/openapi.yaml");
  const begin = performance.now();
  writeFileSync(
    contract,
    readFileSync(contract, "utf8").replace("Example message", "Edited message"),
  );
  await server.waitFor("Edited message");
  const seconds = (performance.now() - begin) / 1_000;
  yield { figure: "npm start, rebuilt after an edit", unit: "s", ours: seconds, maximum: 15 };
}

/**
 * Measures the mock: its start, and its rate on the last copy of an operation, compared with the
 * first.
 */
async function* measureMock(copy: string): AsyncGenerator<Measurement> {
  await using server = await startServer(
    [process.execPath, "dist/src/cli.js", "mock", "--port"],
    copy,
  );
  yield { figure: "mock, start", unit: "s", ours: server.start / 1_000, maximum: 2.5 };
  const paths = Object.keys(readContract(join(copy, "openapi/openapi.yaml")).paths).filter((path) =>
    /\{/.test(path),
  );
  const measure = (path: string | undefined) => async () => ({
    rate: await measureRate(
      `${server.url}${path?.replace("{type}", "1")}?token=demo-token-not-secret`,
    ),
  });
  const withFirst = await compareInTurn(3, "the first", measure(paths.at(-1)), measure(paths[0]));
  yield {
    figure: "mock, requests a second on the last operation",
    unit: "/s",
    ...withFirst("rate"),
    minimum: 0.9,
  };
}
