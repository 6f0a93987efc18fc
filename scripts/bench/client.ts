import { getEventListeners } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { fixtures } from "../../generated/fixtures.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import { outputOf, root, runRedocly } from "../tools/run.ts";
import { createTimedCall, measureGzipped, ourCaller, redoclyCaller, token } from "./callers.ts";
import { compareInTurn, evaluate, type Measurement, runScript, timeCalls } from "./measure.ts";
import { startServer } from "./mock.ts";

const response = JSON.stringify(fixtures.listTokens["every-field"]);

export async function rows(folder: string): Promise<Measurement[]> {
  const clientFile = join(folder, "generated.ts");
  const args = ["generate-client", "openapi/openapi.yaml", "--output", clientFile, "--import-ext", "ts"];
  await outputOf(runRedocly(args));
  const peer = redoclyCaller(clientFile);
  const name = "redocly generate-client";
  const bytes = await measureGzipped(ourCaller.source, root);
  const size = { figure: "one call, bundled for the browser, gzipped", unit: "B", ours: bytes };
  const [ourCall, peerCall] = [await createTimedCall(ourCaller, response), await createTimedCall(peer, response)];
  const time = (call: () => unknown) => () => timeCalls(call, 1_500);
  const withPeer = await compareInTurn(20, name, time(ourCall), time(peerCall));
  return [
    { ...size, maximum: 7_200 },
    { ...size, peer: { name, value: await measureGzipped(peer.source, root) } },
    { figure: "one call over a stubbed fetch", unit: "µs", ...withPeer("time"), maximum: 1.1 },
    await compareOverLoopback(),
    await measureImport(),
    ...(await measureMemory()),
  ];
}

// A service is never in its caller's process: there, its work would be measured as the call's.
const service = `const [, body, port] = process.argv;
require("node:http").createServer((_, response) => {
  response.setHeader("content-type", "application/json").end(body);
}).listen(port, "127.0.0.1");`;

/** Compares calls over loopback, one after the other. */
async function compareOverLoopback(): Promise<Measurement> {
  await using server = await startServer([process.execPath, "--eval", service, response]);
  const phone = createPhoneAgentClient({ baseUrl: server.url, token });
  const peerCall = async () => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), 30_000);
    const url = `${server.url}/api/v2/tokens?token=${encodeURIComponent(token)}`;
    await (await fetch(url, { signal: controller.signal, redirect: "manual" })).json();
    clearTimeout(timer);
  };
  const timeOurs = () => timeCalls(() => phone.listTokens(), 200);
  const withFetch = await compareInTurn(120, "fetch with a signal and a timer", timeOurs, () =>
    timeCalls(peerCall, 200),
  );
  return { figure: "calls over loopback HTTP", unit: "/s", ...withFetch("rate"), minimum: 0.95 };
}

/** Times imports of the built package in fresh processes. */
async function measureImport(): Promise<Measurement> {
  await runScript("build");
  const floor = join(root, "dist/imports-openapi-fetch.mjs");
  writeFileSync(floor, 'import "openapi-fetch";');
  const time = (file: string) => async () => ({
    time: await evaluate(`const start = performance.now();
await import("${pathToFileURL(file)}");
console.log(performance.now() - start);`),
  });
  const name = "a module that imports openapi-fetch";
  const withFloor = await compareInTurn(31, name, time(join(root, "dist/src/index.js")), time(floor));
  rmSync(floor);
  return { figure: "import", unit: "ms", ...withFloor("time"), maximum: 1.1 };
}

/** Measures what 100,000 calls leave in memory and on a shared signal. One in ten aborts, times out or is retried. */
async function measureMemory(): Promise<Measurement[]> {
  setFlagsFromString("--expose-gc");
  const gc: () => void = runInNewContext("gc");
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
