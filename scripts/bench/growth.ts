import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathOperations, readContract } from "../contract.ts";
import { grownContract } from "./contract.ts";
import { copyProject } from "./copy.ts";
import { gzipped } from "./gzipped.ts";
import { load, start } from "./mock.ts";
import { peakMemory } from "./peak-memory.ts";
import type { Row } from "./row.ts";

const sizes = [5, 97, 300, 1_000];
const bytesAnOperation = { 97: 15, 1000: 9 } as Record<number, number>;

/** What the project takes with more operations documented, in copies of it with a synthetic contract. */
export async function rows(): Promise<Row[]> {
  const all: Record<string, Row>[] = [];
  for (const size of sizes) {
    const copy = copyProject("growth");
    try {
      writeFileSync(join(copy, "openapi/openapi.yaml"), grownContract(size));
      console.error(`  With ${size} operations …`);
      all.push(await figures(copy, size, all[0]));
    } finally {
      rmSync(copy, { recursive: true });
    }
  }
  const names = Object.keys(all[0] ?? {});
  return names.flatMap((name) => all.flatMap((rows) => rows[name] ?? []));
}

/** The figures of one size. Those of the smallest are what some bounds are relative to. What fails is told, and the rest goes on. */
async function figures(copy: string, size: number, least: Record<string, Row> = {}): Promise<Record<string, Row>> {
  const rows: Record<string, Row> = {};
  const note: Note = (figure, ours, unit, bound) => {
    rows[figure] = { figure, operations: size, ours, unit, ...(bound && { bound }) };
    console.error(`  ${figure}, ${size} operations: ${Number(ours.toPrecision(3))} ${unit}`);
  };
  const most = (bound: number) => ({ most: bound });
  const ofLeast = (figure: string) => (least[figure] ? { least: 0.9 * least[figure].ours } : undefined);
  const step = async (figure: string, unit: string, measure: (figure: string, unit: string) => Promise<void>) => {
    try {
      await measure(figure, unit);
    } catch (error) {
      const failed = (error as Error).message;
      rows[figure] = { figure, operations: size, ours: Number.NaN, unit, failed };
      console.error(`  ${figure}, ${size} operations: failed. ${failed}`);
    }
  };
  const script = (name: string, ...args: string[]) => finished(copy, "--import", "tsx", `scripts/${name}.ts`, ...args);

  await step("lint of the contract", "s", async (figure, unit) => {
    note(figure, (await script("lint", "contract")).seconds, unit, most(8));
  });
  await step("generate", "s", async (figure, unit) => {
    await script("generate");
    const generate = await script("generate", "--check");
    note(figure, generate.seconds, unit, most(10));
    note("generate, memory", generate.megabytes, "MB", most(700));
    note("validators.js", statSync(join(copy, "generated/validators.js")).size / 1e6, "MB", most(1.5));
  });
  await step("client, bundled and gzipped", "B", async (figure, unit) => {
    const bytes = await bundled(copy);
    note(figure, bytes, unit);
    const [before, bound] = [least[figure]?.ours, bytesAnOperation[size]];
    if (before) note("client, an operation more", (bytes - before) / (size - 5), "B", bound ? most(bound) : undefined);
  });
  await step("calls with a path value", "/s", async (figure, unit) => {
    const { call, server, completion } = JSON.parse((await script("bench/grown")).output);
    note(figure, call, unit, ofLeast(figure));
    note("a test server made", server, "ms", most(1));
    note('an editor completes "phone."', completion, "ms");
  });
  await step("reference, with its lint", "s", async (figure, unit) => {
    const docs = await script("docs", "--out", join(copy, "reference"));
    note(figure, docs.seconds, unit, most(15));
    const first = statSync(join(copy, "reference/index.html")).size / 1e3;
    const same = least["reference, first page"]?.ours;
    note("reference, first page", first, "kB", same ? most(Math.ceil(1.05 * same)) : undefined);
    note("reference, what it loads", loadedBytes(join(copy, "reference")) / 1e6, "MB");
  });
  await step("npm start, first response", "s", () => started(copy, note));
  await step("tsc", "s", async (figure, unit) => {
    note(figure, (await finished(copy, "node_modules/typescript-7/bin/tsc")).seconds, unit, most(15));
  });
  await step("mock, start", "s", async (figure, unit) => {
    await script("build");
    const mock = await start([join(copy, "dist/src/cli.js"), "mock", "--port"]);
    note(figure, mock.milliseconds / 1_000, unit, most(2.5));
    const requests = "mock, requests a second on the last operation";
    const rate = await load(`${mock.url}${lastGet(copy)}?token=demo-token-not-secret`);
    note(requests, rate, "/s", ofLeast(requests));
    await mock.stop();
  });
  return rows;
}

const loadedBytes = (folder: string) =>
  readdirSync(folder)
    .filter((file) => /\.(js|css)$/.test(file))
    .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);

type Note = (figure: string, ours: number, unit: string, bound?: Row["bound"]) => void;

/** `npm start`: until the first response, and until a changed contract is served. */
async function started(copy: string, note: Note): Promise<void> {
  const begin = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/start.ts", "--port", "0"], { cwd: copy });
  try {
    await said(child, /Ctrl-C/);
    note("npm start, first response", (performance.now() - begin) / 1_000, "s", { most: 15 });
    const contract = join(copy, "openapi/openapi.yaml");
    const text = readFileSync(contract, "utf8");
    const edit = performance.now();
    writeFileSync(contract, text.replace("Lists every existing API token", "Lists every API token"));
    await said(child, /Rebuilt/);
    note("npm start, rebuilt after an edit", (performance.now() - edit) / 1_000, "s", { most: 5 });
  } finally {
    child.kill("SIGKILL");
  }
}

async function said(child: ChildProcess, text: RegExp): Promise<void> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  while (!text.test(output)) {
    if (child.exitCode !== null) throw new Error(output);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs node in a folder, to its end: how long it took, and the most memory that it had. */
async function finished(cwd: string, ...args: string[]) {
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

const bundled = (copy: string): Promise<number> =>
  gzipped(
    `import { createPhoneAgentClient } from "${copy}/src/index.ts"; createPhoneAgentClient().listTokens();`,
    copy,
  );

/** The path of the last operation that only reads, with values that it takes. */
function lastGet(copy: string): string {
  const operations = pathOperations(readContract(join(copy, "openapi/openapi.yaml")));
  return operations.findLast(({ method }) => method === "GET")?.path.replaceAll(/\{\w+\}/g, "1") ?? "";
}
