import { getEventListeners, once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { Plugin } from "esbuild";
import { fixtures } from "../../generated/fixtures.ts";
import { operations } from "../../generated/operations.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import { outputOf, root, run, runRedocly } from "../run.ts";
import { type Call, createCall, ourCaller, peersOf, token } from "./callers.ts";
import { measureGzipped } from "./gzipped.ts";
import { measureLeast, runScript, timeOf } from "./measure.ts";
import type { Row } from "./row.ts";

const response = JSON.stringify(fixtures.listTokens["every-field"]);
export async function rows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-client-"));
  try {
    const clientFile = join(folder, "generated.ts");
    const args = ["generate-client", "openapi/openapi.yaml", "--output", clientFile, "--import-ext", "ts"];
    await outputOf(runRedocly(args));
    const ourBytes = await measureGzipped(ourCaller.source, root);
    const ourCall = await createCall(ourCaller, folder, response);
    const figures: Row[] = [];
    for (const [index, caller] of peersOf(clientFile).entries()) {
      const { name } = caller;
      const peer = { name, value: await measureGzipped(caller.source, root) };
      figures.push({ figure: `one call, bundled for the browser, gzipped, ${name}`, unit: "B", ours: ourBytes, peer });
      const figure = `one call over a stubbed fetch, ${name}`;
      // The first peer does what we do; openapi-fetch has neither a timeout nor retries.
      const maximum = index === 0 ? 1.1 : undefined;
      const times = await race(name, ourCall, await createCall(caller, folder, response));
      figures.push({ figure, unit: "µs", ...times, maximum });
    }
    return [
      { figure: "one call, bundled for the browser, gzipped", unit: "B", ours: ourBytes, maximum: 7_000 },
      ...figures,
      await measureGrowth(folder),
      await compareOverLoopback(),
      await measureImport(),
      ...(await measureMemory()),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Times rounds of two calls in turn. Returns the fastest of each, in µs. */
async function race(name: string, ourCall: Call, peerCall: Call) {
  const [ourTime = 0, value = 0] = await measureLeast(
    20,
    [ourCall, peerCall].map((call) => () => timeOf(call, 1_500)),
  );
  return { ours: ourTime, peer: { name, value } };
}

/** Times a call with a path value, with the operations of the contract and with a table of 97. */
async function measureGrowth(folder: string): Promise<Row> {
  const timed = ourCaller.timed.replace("phone.listTokens()", 'phone.getWebhookRelay("sms")');
  const relay = JSON.stringify(fixtures.getWebhookRelay["every-field"]);
  const count = Object.keys(operations).length;
  const addOperations: Plugin = {
    name: "97 operations",
    setup({ onLoad }) {
      onLoad({ filter: /generated\/operations\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        const rows = Array.from({ length: 97 - count }, (_, index) => {
          return `operation${index}: { method: "GET", path: "/api/v2/area${index % 12}/{id}/part${index}", repeatable: true },`;
        });
        const table = /export const operations: .* = \{/;
        if (!table.test(text)) throw new Error("generated/operations.ts has no table of operations.");
        return { loader: "ts", contents: text.replace(table, `$&${rows.join("\n")}`) };
      });
    },
  };
  const call = await createCall({ name: "few", source: "", timed }, folder, relay);
  const callAmong97 = await createCall({ name: "many", source: "", timed }, folder, relay, [addOperations]);
  const figures = await race(`${count} operations`, callAmong97, call);
  return { figure: "a call with a path value, 97 operations", unit: "µs", ...figures, maximum: 1.1 };
}

// A service is never on its caller's thread: there, its work would be measured as the call's.
const service = `
  const { createServer } = require("node:http");
  const { parentPort, workerData } = require("node:worker_threads");
  const server = createServer((_, response) => response.setHeader("content-type", "application/json").end(workerData));
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

/** Compares calls over loopback, one after the other, in short rounds that alternate. The median ratio counts. */
async function compareOverLoopback(): Promise<Row> {
  const worker = new Worker(service, { eval: true, workerData: response });
  const [port] = await once(worker, "message");
  const baseUrl = `http://127.0.0.1:${port}`;
  const phone = createPhoneAgentClient({ baseUrl, token });
  const ourCall = () => phone.listTokens();
  const peerCall = async () => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), 30_000);
    const url = `${baseUrl}/api/v2/tokens?token=${encodeURIComponent(token)}`;
    const value = await (await fetch(url, { signal: controller.signal, redirect: "manual" })).json();
    clearTimeout(timer);
    return value;
  };
  const rounds: { ours: number; peer: number }[] = [];
  for (let round = 0; round < 101; round++) {
    // The first rounds warm up.
    const calls = round === 0 ? 5_000 : 200;
    const first = 1e6 / (await timeOf(round % 2 ? ourCall : peerCall, calls));
    const second = 1e6 / (await timeOf(round % 2 ? peerCall : ourCall, calls));
    rounds.push(round % 2 ? { ours: first, peer: second } : { ours: second, peer: first });
  }
  await worker.terminate();
  rounds.sort((a, b) => a.ours / a.peer - b.ours / b.peer);
  const median = rounds[50] as { ours: number; peer: number };
  const peer = { name: "fetch with a signal and a timer", value: median.peer };
  return { figure: "calls over loopback HTTP", unit: "/s", ours: median.ours, peer, minimum: 0.95 };
}

/** Times imports of the built package in fresh processes, in turn. The fastest of each counts. */
async function measureImport(): Promise<Row> {
  await runScript("build");
  const floor = `${root}dist/imports-openapi-fetch.mjs`;
  await writeFile(floor, 'import "openapi-fetch";');
  const time = (file: string) => async () => {
    const script = `const start = performance.now(); await import("${pathToFileURL(file)}"); console.log(performance.now() - start);`;
    return Number(await outputOf(run(process.execPath, ["--input-type=module", "-e", script])));
  };
  const [ourTime = 0, value = 0] = await measureLeast(15, [time(`${root}dist/src/index.js`), time(floor)]);
  await rm(floor);
  const peer = { name: "a module that imports openapi-fetch", value };
  return { figure: "import", unit: "ms", ours: ourTime, peer, maximum: 1.1 };
}

/** Measures what 100,000 calls leave in memory and on a shared signal. One in ten aborts, times out or is retried. */
async function measureMemory(): Promise<Row[]> {
  const { gc } = globalThis;
  if (!gc) throw new Error("Run this by `npm run bench`: it needs --expose-gc.");
  let count = 0;
  const fetch = async (_: string, { signal }: RequestInit) => {
    const turn = count++ % 30;
    if (turn === 10) return new Response("", { status: 503 });
    if (turn !== 20) return new Response(response);
    return new Promise<Response>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  };
  const { signal } = new AbortController();
  const phone = createPhoneAgentClient({ baseUrl: "https://example.com", token, fetch, retry: { baseDelayMs: 0 } });
  const call = async (index: number) => {
    if (index % 30 !== 5) return phone.listTokens({ signal, timeoutMs: 5, deadlineMs: 20 });
    const controller = new AbortController();
    const aborted = phone.listTokens({ signal: controller.signal });
    controller.abort();
    return aborted;
  };
  const calls = async (start: number, end: number) => {
    for (let index = start; index < end; index += 50) {
      await Promise.allSettled(Array.from({ length: 50 }, (_, offset) => call(index + offset)));
    }
    gc();
    gc();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const heapBefore = await calls(0, 20_000);
  const heapGained = (await calls(20_000, 120_000)) - heapBefore;
  const listeners = getEventListeners(signal, "abort").length;
  return [
    { figure: "heap gained by 100,000 calls", unit: "MB", ours: heapGained, maximum: 1 },
    { figure: "listeners left on a shared signal", unit: "", ours: listeners, maximum: 0 },
  ];
}
