import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { truth } from "../../test/learn/truth/service.ts";
import { traffic } from "../../test/learn/truth/traffic.ts";
import { ownPairs, publicApis, publicPairs, quality } from "../../test/learn/vocabularies.ts";
import { root } from "../run.ts";
import type { Row } from "./row.ts";

const exchanges = 100_000;

/** How well names are found, and what 100,000 exchanges take. */
export async function rows(): Promise<Row[]> {
  const own = ownPairs();
  return [
    ...qualityRows("our index", quality(own.pairs, publicPairs("box"), own.documented)),
    ...publicApis.flatMap((name) =>
      qualityRows(name, quality(publicPairs(name), publicPairs(name === "vapi" ? "box" : "vapi"))),
    ),
    ...(await run()),
  ];
}

function qualityRows(of: string, found: ReturnType<typeof quality>): Row[] {
  const percent = (figure: string, count: number, bound: Row["bound"]): Row => ({
    figure: `${of}: ${figure}`,
    unit: "%",
    ours: (100 * count) / found.operations,
    ...(bound && { bound }),
  });
  return [
    percent("right name first", found.first, { least: 95 }),
    percent("among the first three", found.amongThree, { least: 99 }),
    percent("sure", found.sure, { least: 60 }),
    { figure: `${of}: surely wrong`, unit: "of those", ours: found.surelyWrong / found.sure, bound: { most: 1 / 500 } },
  ];
}

/** The command itself, over a file of traffic. */
async function run(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "phone-agent-learn-"));
  try {
    const file = join(folder, "traffic.ndjson");
    await write(file);
    const begin = performance.now();
    const args = ["--import", "tsx", "scripts/learn.ts", file, "--out", join(folder, "learned.yaml")];
    const child = spawn(process.execPath, args, { cwd: root, stdio: "ignore" });
    let megabytes = 0;
    const sampling = setInterval(() => {
      megabytes = Math.max(megabytes, peakMemory(child.pid));
    }, 20);
    const [code] = (await once(child, "close")) as [number];
    clearInterval(sampling);
    if (code !== 0) throw new Error("learn failed.");
    const figure = `${exchanges} exchanges (NDJSON)`;
    return [
      { figure, unit: "s", ours: (performance.now() - begin) / 1_000, bound: { most: 30 } },
      { figure: `${figure}, memory`, unit: "MB", ours: megabytes, bound: { most: 300 } },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function write(file: string): Promise<void> {
  const out = createWriteStream(file);
  const operations = truth();
  let count = 0;
  for (const entry of traffic(operations, Math.ceil(exchanges / operations.length))) {
    if (count++ === exchanges) break;
    if (!out.write(`${JSON.stringify(entry)}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "close");
}

function peakMemory(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_000;
  } catch {
    return 0;
  }
}
