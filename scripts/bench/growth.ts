import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathOperations, readContract } from "../contract.ts";
import { root } from "../run.ts";
import { ourCaller } from "./callers.ts";
import { grownContract } from "./contract.ts";
import { copyProject } from "./copy.ts";
import { measureGzipped } from "./gzipped.ts";
import { runNode, runScript } from "./measure.ts";
import { measureRate, startServer } from "./mock.ts";
import type { Row } from "./row.ts";

const sizes = [5, 97, 300, 1_000];
const maxBytesAnOperation = { 97: 15, 1000: 9 } as Record<number, number>;

/** Measures the project with more documented operations, in copies with a synthetic contract. */
export async function rows(): Promise<Row[]> {
  const rowsBySize: Record<string, Row>[] = [];
  for (const size of sizes) {
    const copy = copyProject("growth");
    try {
      writeFileSync(join(copy, "openapi/openapi.yaml"), grownContract(size));
      console.error(`  With ${size} operations …`);
      rowsBySize.push(await measureSize(copy, size, rowsBySize[0]));
    } finally {
      rmSync(copy, { recursive: true });
    }
  }
  // The smallest size has no figure for an operation more.
  const names = Object.keys(rowsBySize.at(-1) ?? {});
  return names.flatMap((name) => rowsBySize.flatMap((rows) => rows[name] ?? []));
}

/** Measures one size. Some bounds are relative to the smallest. */
async function measureSize(
  copy: string,
  size: number,
  smallest: Record<string, Row> = {},
): Promise<Record<string, Row>> {
  const rows: Record<string, Row> = {};
  const note: Note = (figure, unit, value, bounds) => {
    rows[figure] = { figure, operations: size, ours: value, unit, ...bounds };
    console.error(`  ${figure}, ${size} operations: ${Number(value.toPrecision(3))} ${unit}`);
  };
  const nearSmallest = (figure: string) => (smallest[figure] ? { minimum: 0.9 * smallest[figure].ours } : {});
  const script = (name: string, ...args: string[]) => runScript(name, args, copy);

  note("lint of the contract", "s", (await script("lint", "contract")).seconds, { maximum: 8 });

  await script("generate");
  const generate = await script("generate", "--check");
  note("generate", "s", generate.seconds, { maximum: 10 });
  note("generate, memory", "MB", generate.megabytes, { maximum: 700 });
  note("validators.js", "MB", statSync(join(copy, "generated/validators.js")).size / 1e6, { maximum: 1.5 });

  const bytes = await measureGzipped(ourCaller.source.replace(root, `${copy}/`), copy);
  note("client, bundled and gzipped", "B", bytes);
  const smallestBytes = smallest["client, bundled and gzipped"]?.ours;
  if (smallestBytes)
    note("client, an operation more", "B", (bytes - smallestBytes) / (size - 5), {
      maximum: maxBytesAnOperation[size],
    });

  const { call, server, completion } = JSON.parse((await script("bench/grown")).output);
  note("calls with a path value", "/s", call, nearSmallest("calls with a path value"));
  note("a test server made", "ms", server, { maximum: 1 });
  note('an editor completes "phone."', "ms", completion);

  const reference = join(copy, "reference");
  note("reference, with its lint", "s", (await script("docs", "--out", reference)).seconds, { maximum: 15 });
  const firstPage = statSync(join(reference, "index.html")).size / 1e3;
  const smallestPage = smallest["reference, first page"]?.ours;
  note("reference, first page", "kB", firstPage, { maximum: smallestPage && Math.ceil(1.05 * smallestPage) });

  await measureStart(copy, note);

  note("tsc", "s", (await runNode(["node_modules/typescript-7/bin/tsc"], copy)).seconds, { maximum: 15 });

  await script("build");
  const mock = await startServer([join(copy, "dist/src/cli.js"), "mock", "--port"]);
  note("mock, start", "s", mock.milliseconds / 1_000, { maximum: 2.5 });
  const requests = "mock, requests a second on the last operation";
  const rate = await measureRate(`${mock.url}${findLastGet(copy)}?token=demo-token-not-secret`);
  note(requests, "/s", rate, nearSmallest(requests));
  await mock.stop();
  return rows;
}

type Note = (figure: string, unit: string, value: number, bounds?: Pick<Row, "maximum" | "minimum">) => void;

/** Measures `npm start`: until it reports that it serves, and until it reports that it serves a changed contract. */
async function measureStart(copy: string, note: Note): Promise<void> {
  const begin = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/start.ts", "--port", "0"], { cwd: copy });
  try {
    await waitForOutput(child, /Ctrl-C/);
    note("npm start, serving", "s", (performance.now() - begin) / 1_000, { maximum: 15 });
    const contract = join(copy, "openapi/openapi.yaml");
    const text = readFileSync(contract, "utf8");
    const edit = performance.now();
    writeFileSync(contract, text.replace("Lists every existing API token", "Lists every API token"));
    await waitForOutput(child, /Rebuilt/);
    note("npm start, rebuilt after an edit", "s", (performance.now() - edit) / 1_000, { maximum: 5 });
  } finally {
    child.kill("SIGKILL");
  }
}

async function waitForOutput(child: ChildProcess, text: RegExp): Promise<void> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  while (!text.test(output)) {
    if (child.exitCode !== null) throw new Error(output);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns the path of the last GET operation, with 1 for each of its values. */
function findLastGet(copy: string): string {
  const operations = pathOperations(readContract(join(copy, "openapi/openapi.yaml")));
  return operations.findLast(({ method }) => method === "GET")?.path.replaceAll(/\{\w+\}/g, "1") ?? "";
}
