import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathOperations, readContract } from "../contract.ts";
import { grownContract } from "./contract.ts";
import { copyProject } from "./copy.ts";
import { measureGzipped } from "./gzipped.ts";
import { measureRate, startServer } from "./mock.ts";
import { peakMemory } from "./peak-memory.ts";
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
  const names = Object.keys(rowsBySize[0] ?? {});
  return names.flatMap((name) => rowsBySize.flatMap((rows) => rows[name] ?? []));
}

/** Measures one size. Some bounds are relative to the smallest. */
async function measureSize(
  copy: string,
  size: number,
  smallest: Record<string, Row> = {},
): Promise<Record<string, Row>> {
  const rows: Record<string, Row> = {};
  const note: Note = (figure, value, unit, bound) => {
    rows[figure] = { figure, operations: size, ours: value, unit, ...(bound && { bound }) };
    console.error(`  ${figure}, ${size} operations: ${Number(value.toPrecision(3))} ${unit}`);
  };
  const atMost = (bound: number) => ({ most: bound });
  const nearSmallest = (figure: string) => (smallest[figure] ? { least: 0.9 * smallest[figure].ours } : undefined);
  const script = (name: string, ...args: string[]) => runNode(copy, "--import", "tsx", `scripts/${name}.ts`, ...args);

  note("lint of the contract", (await script("lint", "contract")).seconds, "s", atMost(8));

  await script("generate");
  const generate = await script("generate", "--check");
  note("generate", generate.seconds, "s", atMost(10));
  note("generate, memory", generate.megabytes, "MB", atMost(700));
  note("validators.js", statSync(join(copy, "generated/validators.js")).size / 1e6, "MB", atMost(1.5));

  const bytes = await measureBundle(copy);
  note("client, bundled and gzipped", bytes, "B");
  const [smallestBytes, bound] = [smallest["client, bundled and gzipped"]?.ours, maxBytesAnOperation[size]];
  if (smallestBytes)
    note("client, an operation more", (bytes - smallestBytes) / (size - 5), "B", bound ? atMost(bound) : undefined);

  const { call, server, completion } = JSON.parse((await script("bench/grown")).output);
  note("calls with a path value", call, "/s", nearSmallest("calls with a path value"));
  note("a test server made", server, "ms", atMost(1));
  note('an editor completes "phone."', completion, "ms");

  const reference = join(copy, "reference");
  note("reference, with its lint", (await script("docs", "--out", reference)).seconds, "s", atMost(15));
  const firstPage = statSync(join(reference, "index.html")).size / 1e3;
  const smallestPage = smallest["reference, first page"]?.ours;
  note("reference, first page", firstPage, "kB", smallestPage ? atMost(Math.ceil(1.05 * smallestPage)) : undefined);
  note("reference, what it loads", countAssetBytes(reference) / 1e6, "MB");

  await measureStart(copy, note);

  note("tsc", (await runNode(copy, "node_modules/typescript-7/bin/tsc")).seconds, "s", atMost(15));

  await script("build");
  const mock = await startServer([join(copy, "dist/src/cli.js"), "mock", "--port"]);
  note("mock, start", mock.milliseconds / 1_000, "s", atMost(2.5));
  const requests = "mock, requests a second on the last operation";
  note(
    requests,
    await measureRate(`${mock.url}${findLastGet(copy)}?token=demo-token-not-secret`),
    "/s",
    nearSmallest(requests),
  );
  await mock.stop();
  return rows;
}

const countAssetBytes = (folder: string) =>
  readdirSync(folder)
    .filter((file) => /\.(js|css)$/.test(file))
    .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);

type Note = (figure: string, value: number, unit: string, bound?: Row["bound"]) => void;

/** Measures `npm start`: until it reports that it serves, and until it reports that it serves a changed contract. */
async function measureStart(copy: string, note: Note): Promise<void> {
  const begin = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/start.ts", "--port", "0"], { cwd: copy });
  try {
    await waitForOutput(child, /Ctrl-C/);
    note("npm start, serving", (performance.now() - begin) / 1_000, "s", { most: 15 });
    const contract = join(copy, "openapi/openapi.yaml");
    const text = readFileSync(contract, "utf8");
    const edit = performance.now();
    writeFileSync(contract, text.replace("Lists every existing API token", "Lists every API token"));
    await waitForOutput(child, /Rebuilt/);
    note("npm start, rebuilt after an edit", (performance.now() - edit) / 1_000, "s", { most: 5 });
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

/** Runs node in a folder until it ends. Returns its time, its peak memory and its output. */
async function runNode(cwd: string, ...args: string[]) {
  const begin = performance.now();
  const child = spawn(process.execPath, args, { cwd });
  let output = "";
  let megabytes = 0;
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const sampling = setInterval(() => {
    megabytes = Math.max(megabytes, peakMemory(child.pid));
  }, 20);
  const [code] = (await once(child, "close")) as [number];
  clearInterval(sampling);
  if (code !== 0) throw new Error(`${args.join(" ")} failed.\n${output.slice(0, 3_000)}`);
  return { seconds: (performance.now() - begin) / 1_000, megabytes, output };
}

const measureBundle = (copy: string): Promise<number> =>
  measureGzipped(
    `import { createPhoneAgentClient } from "${copy}/src/index.ts"; createPhoneAgentClient().listTokens();`,
    copy,
  );

/** Returns the path of the last GET operation, with 1 for each of its values. */
function findLastGet(copy: string): string {
  const operations = pathOperations(readContract(join(copy, "openapi/openapi.yaml")));
  return operations.findLast(({ method }) => method === "GET")?.path.replaceAll(/\{\w+\}/g, "1") ?? "";
}
