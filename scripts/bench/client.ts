import { execFile } from "node:child_process";
import { getEventListeners, once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { fixtures } from "../../generated/fixtures.ts";
import { operations } from "../../generated/operations.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import { consumerFile } from "../consumers.ts";
import { gzipped } from "./gzipped.ts";
import type { Row } from "./row.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);
// Resolved here, because no tool sees the imports of a text.
const retell = consumerFile("retell-sdk");
const response = JSON.stringify(fixtures.listTokens["every-field"]);
const relay = JSON.stringify(fixtures.getWebhookRelay["every-field"]);
const token = "<EXAMPLE_TOKEN_1>";

type Fetch = () => Promise<Response>;
interface Caller {
  name: string;
  /** A module that makes one call, as an integrator would write it. */
  source: string;
  /** Exports `create(fetch, baseUrl)`, which returns the call to be timed, with a timeout and retries if it has them. */
  timed: string;
}

const ourCaller: Caller = {
  name: "ours",
  source: `import { createPhoneAgentClient } from "${root}src/index.ts";
    createPhoneAgentClient({ baseUrl: "https://example.com", token: "t" }).listTokens().then(console.log);`,
  timed: `import { createPhoneAgentClient } from "${root}src/index.ts";
    export const create = (fetch, baseUrl) => {
      const phone = createPhoneAgentClient({ baseUrl, token: "${token}", fetch });
      return () => phone.listTokens();
    };`,
};

/** `generated` is the client that Redocly writes from our contract. */
const peers = (clientFile: string): Caller[] => [
  {
    name: "redocly generate-client",
    source: `import { configure, listTokens } from "${clientFile}";
      configure({ serverUrl: "https://example.com", auth: { apiKey: { apiToken: "t" } } });
      listTokens().then(console.log);`,
    timed: `import { client } from "${clientFile}";
      export const create = (fetch, serverUrl) => {
        client.configure({ serverUrl, fetch, timeout: 30_000, retry: { retries: 2 }, auth: { apiKey: { apiToken: "${token}" } } });
        return () => client.listTokens();
      };`,
  },
  {
    name: "openapi-fetch",
    source: `import createClient from "openapi-fetch";
      createClient({ baseUrl: "https://example.com" }).GET("/api/v2/tokens").then(console.log);`,
    timed: `import createClient from "openapi-fetch";
      export const create = (fetch, baseUrl) => {
        const client = createClient({ baseUrl, fetch });
        return () => client.GET("/api/v2/tokens", { params: { query: { token: "${token}" } } });
      };`,
  },
  {
    name: "retell-sdk",
    source: `import Retell from "${retell}";
      new Retell({ apiKey: "t" }).get("/api/v2/tokens").then(console.log);`,
    timed: `import Retell from "${retell}";
      export const create = (fetch, baseURL) => {
        const client = new Retell({ apiKey: "${token}", baseURL, fetch });
        return () => client.get("/api/v2/tokens");
      };`,
  },
];

export async function rows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-client-"));
  try {
    const clientFile = join(folder, "generated.ts");
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const args = ["redocly", "generate-client", "openapi/openapi.yaml", "--output", clientFile, "--import-ext", "ts"];
    await run("npx", args, { cwd: root, env });
    const callers = peers(clientFile);
    return [
      ...(await sizes(callers)),
      ...(await times(callers, folder)),
      ...(await growth(folder)),
      ...(await loopback()),
      ...(await importTimes()),
      ...(await memory()),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function sizes(callers: Caller[]): Promise<Row[]> {
  const bytes = await gzipped(ourCaller.source, root);
  const [redocly, ...otherPeers] = await Promise.all(
    callers.map(async ({ name, source }) => ({ name, value: await gzipped(source, root) })),
  );
  const figure = "one call, bundled for the browser, gzipped";
  return [
    { figure, unit: "B", ours: bytes, bound: { most: 7_000 } },
    { figure: `${figure}:`, unit: "B", ours: bytes, ...(redocly && { peer: redocly }) },
    ...otherPeers.map((peer) => ({ figure: `${figure}, ${peer.name}`, unit: "B", ours: bytes, peer })),
    ...(await parts()),
  ];
}

/** Measures what the gzipped bundle would lose without each module. Modules share words, so that the sum is less. */
async function parts(): Promise<Row[]> {
  const options = { bundle: true, minifyIdentifiers: true, minifySyntax: true, write: false, format: "esm" } as const;
  const stdin = { contents: ourCaller.source, resolveDir: root };
  const bundle = await build({ stdin, ...options, platform: "browser", target: "es2022", absWorkingDir: root });
  // With white space left in, a comment names each module.
  const modules = (bundle.outputFiles[0]?.text ?? "").split(/^\/\/ (?=\S+\.m?[jt]s$)/m).slice(1);
  const tight = modules.map((module) => module.replace(/^\S+\n/, "").replace(/\n\s*/g, ""));
  const weigh = (texts: string[]) => gzipSync(texts.join(""), { level: 9 }).length;
  return modules.map((module, index) => ({
    figure: `of it ${module.split("\n", 1)[0]}`,
    unit: "B",
    ours: weigh(tight) - weigh(tight.toSpliced(index, 1)),
  }));
}

async function loaded({ name, timed }: Caller, folder: string, plugins: Plugin[] = []) {
  const outfile = join(folder, `${name.replace(/\W/g, "-")}.mjs`);
  const stdin = { contents: timed, resolveDir: root, loader: "ts" } as const;
  await build({ stdin, bundle: true, format: "esm", platform: "node", outfile, plugins });
  return (await import(pathToFileURL(outfile).href)) as {
    create(fetch: Fetch, baseUrl: string): () => Promise<unknown>;
  };
}

/** Times rounds of this client and of a peer in turn, so that other load affects both. The fastest of each counts. */
async function times(callers: Caller[], folder: string): Promise<Row[]> {
  const stub: Fetch = async () => new Response(response, { headers: { "content-type": "application/json" } });
  const call = (await loaded(ourCaller, folder)).create(stub, "https://example.com");
  const figures: Row[] = [];
  for (const peer of callers) {
    const peerCall = (await loaded(peer, folder)).create(stub, "https://example.com");
    const best = { ours: Number.POSITIVE_INFINITY, peer: Number.POSITIVE_INFINITY };
    for (let round = 0; round < 20; round++) {
      best.ours = Math.min(best.ours, await timeOf(call, 1_500));
      best.peer = Math.min(best.peer, await timeOf(peerCall, 1_500));
    }
    const figure =
      figures.length === 0 ? "one call over a stubbed fetch" : `one call over a stubbed fetch, ${peer.name}`;
    figures.push({
      figure,
      unit: "µs",
      ours: best.ours,
      peer: { name: peer.name, value: best.peer },
      ...(figures.length === 0 && { bound: { most: 1.1 } }),
    });
  }
  return figures;
}

/** Times a call with a path value, with the operations of the contract and with a table of 97. */
async function growth(folder: string): Promise<Row[]> {
  const timed = (name: string): Caller => ({
    name,
    source: "",
    timed: ourCaller.timed.replace("phone.listTokens()", 'phone.getWebhookRelay("sms")'),
  });
  const addOperations: Plugin = {
    name: "97 operations",
    setup({ onLoad }) {
      onLoad({ filter: /generated\/operations\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        const count = 97 - Object.keys(operations).length;
        const rows = Array.from({ length: count }, (_, index) => {
          return `operation${index}: { method: "GET", path: "/api/v2/area${index % 12}/{id}/part${index}", repeatable: true },`;
        });
        const table = /export const operations: .* = \{/;
        if (!table.test(text)) throw new Error("generated/operations.ts has no table of operations.");
        return { loader: "ts", contents: text.replace(table, `$&${rows.join("\n")}`) };
      });
    },
  };
  const stub: Fetch = async () => new Response(relay, { headers: { "content-type": "application/json" } });
  const callAmongFew = (await loaded(timed("few"), folder)).create(stub, "https://example.com");
  const callAmongMany = (await loaded(timed("many"), folder, [addOperations])).create(stub, "https://example.com");
  const best = { few: Number.POSITIVE_INFINITY, many: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 20; round++) {
    best.few = Math.min(best.few, await timeOf(callAmongFew, 1_500));
    best.many = Math.min(best.many, await timeOf(callAmongMany, 1_500));
  }
  const peer = { name: `${Object.keys(operations).length} operations`, value: best.few };
  const figure = "a call with a path value, 97 operations";
  return [{ figure, unit: "µs", ours: best.many, peer, bound: { most: 1.1 } }];
}

async function timeOf(call: () => Promise<unknown>, calls: number): Promise<number> {
  const start = performance.now();
  for (let count = 0; count < calls; count++) await call();
  return ((performance.now() - start) / calls) * 1_000;
}

// A service is never on its caller's thread: there, its work would be measured as the call's.
const service = `
  const { createServer } = require("node:http");
  const { parentPort, workerData } = require("node:worker_threads");
  const server = createServer((_, response) => response.setHeader("content-type", "application/json").end(workerData));
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

async function loopback(): Promise<Row[]> {
  const worker = new Worker(service, { eval: true, workerData: response });
  const [port] = await once(worker, "message");
  const baseUrl = `http://127.0.0.1:${port}`;
  const phone = createPhoneAgentClient({ baseUrl, token });
  const get = async (init: RequestInit) =>
    (
      await fetch(`${baseUrl}/api/v2/tokens?token=${encodeURIComponent(token)}`, { ...init, redirect: "manual" })
    ).json();
  const withTimeout = async () => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), 30_000);
    const value = await get({ signal: controller.signal });
    clearTimeout(timer);
    return value;
  };
  const figure = "calls over loopback HTTP, one after the other";
  const ourCall = () => phone.listTokens();
  const raw = await medianRound(ourCall, () => get({}));
  const timed = await medianRound(ourCall, withTimeout);
  await worker.terminate();
  return [
    { figure, unit: "/s", ours: raw.ours, peer: { name: "raw fetch", value: raw.peer } },
    {
      figure: `${figure}, with a timeout`,
      unit: "/s",
      ours: timed.ours,
      peer: { name: "fetch with a signal and a timer", value: timed.peer },
      bound: { least: 0.95 },
    },
  ];
}

/** Returns the calls per second of the round whose ratio is the median. The rounds are short, and alternate. */
async function medianRound(ourCall: () => Promise<unknown>, peer: () => Promise<unknown>) {
  const rounds: { ours: number; peer: number }[] = [];
  for (let round = 0; round < 101; round++) {
    // The first rounds warm up.
    const calls = round === 0 ? 5_000 : 200;
    const first = 1e6 / (await timeOf(round % 2 ? ourCall : peer, calls));
    const second = 1e6 / (await timeOf(round % 2 ? peer : ourCall, calls));
    rounds.push(round % 2 ? { ours: first, peer: second } : { ours: second, peer: first });
  }
  rounds.sort((a, b) => a.ours / a.peer - b.ours / b.peer);
  return rounds[50] as { ours: number; peer: number };
}

/** Times imports of the built package in fresh processes, in turn. The fastest of each counts. */
async function importTimes(): Promise<Row[]> {
  await run("npm", ["run", "build"], { cwd: root });
  // The client itself imports nothing; ./http imports openapi-fetch.
  const floor = `${root}dist/imports-openapi-fetch.mjs`;
  await writeFile(floor, 'import "openapi-fetch";');
  const modules = { ours: `${root}dist/src/index.js`, floor };
  const best = { ours: Number.POSITIVE_INFINITY, floor: Number.POSITIVE_INFINITY };
  for (let count = 0; count < 15; count++) {
    for (const name of ["ours", "floor"] as const) {
      const script = `const start = performance.now(); await import("${pathToFileURL(modules[name])}"); console.log(performance.now() - start);`;
      best[name] = Math.min(best[name], Number((await run("node", ["--input-type=module", "-e", script])).stdout));
    }
  }
  await rm(floor);
  const row = { unit: "ms", ours: best.ours };
  return [
    { figure: "import", ...row, bound: { most: 5 } },
    {
      figure: "import:",
      ...row,
      peer: { name: "a module that imports openapi-fetch", value: best.floor },
      bound: { most: 1.1 },
    },
  ];
}

/** Measures memory after 100,000 calls on a shared signal. Nine in ten succeed, others abort, time out or retry. */
async function memory(): Promise<Row[]> {
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
    if (index % 30 === 5) {
      const controller = new AbortController();
      const aborted = phone.listTokens({ signal: controller.signal });
      controller.abort();
      return aborted;
    }
    return phone.listTokens({ signal, timeoutMs: 5, deadlineMs: 20 });
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
  const heapAfter = await calls(20_000, 120_000);
  return [
    { figure: "heap gained by 100,000 calls", unit: "MB", ours: heapAfter - heapBefore, bound: { most: 1 } },
    {
      figure: "listeners left on a shared signal",
      unit: "",
      ours: getEventListeners(signal, "abort").length,
      bound: { most: 0 },
    },
  ];
}
