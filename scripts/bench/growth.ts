import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentedOperations, readContract } from "../contract.ts";
import { grownContract } from "./contract.ts";
import { copyProject } from "./copy.ts";
import { gzipped } from "./gzipped.ts";
import { load, start } from "./mock.ts";
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
      all.push(await figures(copy, size, all[0]));
    } finally {
      rmSync(copy, { recursive: true });
    }
  }
  const names = Object.keys(all[0] ?? {});
  return names.flatMap((name) => all.flatMap((rows) => rows[name] ?? []));
}

/** The figures of one size. Those of the smallest are what some bounds are relative to. */
async function figures(copy: string, size: number, least?: Record<string, Row>): Promise<Record<string, Row>> {
  const rows: Record<string, Row> = {};
  const note = (figure: string, ours: number, unit: string, bound?: Row["bound"]) => {
    rows[figure] = { figure: `${figure}, ${size} operations`, ours, unit, ...(bound && { bound }) };
    console.error(`  ${rows[figure].figure}: ${Number(ours.toPrecision(3))} ${unit}`);
  };
  const most = (bound: number) => ({ most: bound });
  const script = (name: string, ...args: string[]) => finished(copy, "--import", "tsx", `scripts/${name}.ts`, ...args);

  const lint = await script("lint", "contract");
  note("lint of the contract", lint.seconds, "s", most(8));
  await script("generate");
  const generate = await script("generate", "--check");
  note("generate", generate.seconds, "s", most(10));
  note("generate, memory", generate.megabytes, "MB", most(700));
  note("validators.js", statSync(join(copy, "generated/validators.js")).size / 1e6, "MB", most(1.5));

  note("client, bundled and gzipped", await bundled(copy), "B");
  const bytes = rows["client, bundled and gzipped"]?.ours ?? 0;
  const before = least?.["client, bundled and gzipped"]?.ours ?? bytes;
  const bound = bytesAnOperation[size];
  if (size > 5) note("client, an operation more", (bytes - before) / (size - 5), "B", bound ? most(bound) : undefined);

  const { call, server } = JSON.parse((await script("bench/grown")).output);
  const calls = "calls with a path value";
  note(calls, call, "/s", least?.[calls] && { least: 0.9 * least[calls].ours });
  note("a test server made", server, "ms", most(1));

  const docs = await script("docs", "--out", join(copy, "reference"));
  note("reference, with its lint", docs.seconds, "s", most(15));
  const page = readFileSync(join(copy, "reference/index.html"), "utf8");
  note("reference, its page", page.length / 1e6, "MB");

  await started(copy, note);
  const tsc = await finished(copy, "node_modules/typescript/bin/tsc");
  note("tsc", tsc.seconds, "s", most(15));

  await script("build");
  const mock = await start([join(copy, "dist/src/cli.js"), "mock", "--port"]);
  note("mock, start", mock.milliseconds / 1_000, "s", most(2.5));
  const requests = "mock, requests a second on the last operation";
  const rate = await load(`${mock.url}${lastGet(copy)}?token=demo-token-not-secret`);
  note(requests, rate, "/s", least?.[requests] && { least: 0.9 * least[requests].ours });
  await mock.stop();
  return rows;
}

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

function peakMemory(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_000;
  } catch {
    return 0;
  }
}

const bundled = (copy: string): Promise<number> =>
  gzipped(
    `import { createPhoneAgentClient } from "${copy}/src/index.ts"; createPhoneAgentClient().listTokens();`,
    copy,
  );

/** The path of the last operation that only reads, with values that it takes. */
function lastGet(copy: string): string {
  const operations = documentedOperations(readContract(join(copy, "openapi/openapi.yaml")));
  return operations.findLast(({ method }) => method === "GET")?.path.replaceAll(/\{\w+\}/g, "1") ?? "";
}
