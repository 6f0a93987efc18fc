import { getEventListeners, once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { fixtures } from "../../generated/fixtures.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import { outputOf, root, runRedocly } from "../run.ts";
import { createCall, ourCaller, peersOf, token } from "./callers.ts";
import { measureGzipped } from "./gzipped.ts";
import { evaluate, measureLeast, runScript, timeOf } from "./measure.ts";
import type { Row } from "./row.ts";

const response = JSON.stringify(fixtures.listTokens["every-field"]);

export async function rows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-client-"));
  try {
    const clientFile = join(folder, "generated.ts");
    const args = ["generate-client", "openapi/openapi.yaml", "--output", clientFile, "--import-ext", "ts"];
    await outputOf(runRedocly(args));
    const size = { figure: "one call, bundled for the browser, gzipped", unit: "B" };
    const ourBytes = await measureGzipped(ourCaller.source, root);
    const ourCall = await createCall(ourCaller, folder, response);
    const figures: Row[] = [{ ...size, ours: ourBytes, maximum: 7_000 }];
    for (const caller of peersOf(clientFile)) {
      const { name, maximum } = caller;
      figures.push({ ...size, ours: ourBytes, peer: { name, value: await measureGzipped(caller.source, root) } });
      const peerCall = await createCall(caller, folder, response);
      const calls = [ourCall, peerCall].map((call) => () => timeOf(call, 1_500));
      const [ourTime = 0, value = 0] = await measureLeast(20, calls);
      figures.push({
        figure: "one call over a stubbed fetch",
        unit: "µs",
        ours: ourTime,
        peer: { name, value },
        maximum,
      });
    }
    return [...figures, await compareOverLoopback(), await measureImport(folder), ...(await measureMemory())];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// A service is never on its caller's thread: there, its work would be measured as the call's.
const service = `
  const { createServer } = require("node:http");
  const { parentPort, workerData } = require("node:worker_threads");
  const server = createServer((_, response) => response.setHeader("content-type", "application/json").end(workerData));
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

/** Compares rounds of calls over loopback. The round with the median ratio counts. */
async function compareOverLoopback(): Promise<Row> {
  const worker = new Worker(service, { eval: true, workerData: response });
  const [port] = await once(worker, "message");
  const baseUrl = `http://127.0.0.1:${port}`;
  const phone = createPhoneAgentClient({ baseUrl, token });
  const peerCall = async () => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), 30_000);
    const url = `${baseUrl}/api/v2/tokens?token=${encodeURIComponent(token)}`;
    const value = await (await fetch(url, { signal: controller.signal, redirect: "manual" })).json();
    clearTimeout(timer);
    return value;
  };
  const rateOf = async (call: () => unknown) => 1e6 / (await timeOf(call, 200));
  const rounds: { ours: number; peer: number }[] = [];
  while (rounds.length < 121)
    rounds.push({ ours: await rateOf(() => phone.listTokens()), peer: await rateOf(peerCall) });
  await worker.terminate();
  const [median] = rounds.sort((a, b) => a.ours / a.peer - b.ours / b.peer).slice(60);
  const peer = { name: "fetch with a signal and a timer", value: median?.peer ?? Number.NaN };
  return { figure: "calls over loopback HTTP", unit: "/s", ours: median?.ours ?? Number.NaN, peer, minimum: 0.95 };
}

/** Times imports of the built package in fresh processes, in turn. The fastest of each counts. */
async function measureImport(folder: string): Promise<Row> {
  await runScript("build");
  const floor = join(folder, "floor.mjs");
  writeFileSync(floor, `import "${import.meta.resolve("openapi-fetch")}";`);
  const time = (file: string) => () =>
    evaluate(`const start = performance.now();
await import("${pathToFileURL(file)}");
console.log(performance.now() - start);`);
  const [ourTime = 0, value = 0] = await measureLeast(15, [time(`${root}dist/src/index.js`), time(floor)]);
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
  const makeCalls = async (calls: number) => {
    for (let index = 0; index < calls; index += 50) {
      await Promise.allSettled(Array.from({ length: 50 }, (_, offset) => call(index + offset)));
    }
    gc();
    gc();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const heapBefore = await makeCalls(20_000);
  const heapGained = (await makeCalls(100_000)) - heapBefore;
  const listeners = getEventListeners(signal, "abort").length;
  return [
    { figure: "heap gained by 100,000 calls", unit: "MB", ours: heapGained, maximum: 1 },
    { figure: "listeners left on a shared signal", unit: "", ours: listeners, maximum: 0 },
  ];
}
