import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { contractFile, readContract } from "../contract/document.ts";
import { consumerFile } from "../tools/consumers.ts";
import { root } from "../tools/run.ts";
import { compareInTurn, type Measurement, memoryOf, runScript } from "./measure.ts";

const path = "/api/v2/tokens?token=demo-token-not-secret";

const mockCommand = (...options: string[]) => [
  process.execPath,
  "dist/src/cli.js",
  "mock",
  ...options,
  "--port",
];

export async function rows(folder: string): Promise<Measurement[]> {
  await runScript("build");
  const measureMock = measureServer(mockCommand());
  const prism = [
    process.execPath,
    fileURLToPath(import.meta.resolve("@stoplight/prism-cli")),
    "mock",
  ];
  const withPrism = await compareInTurn(
    5,
    "Prism CLI",
    measureMock,
    measureServer([...prism, contractFile, "--port"]),
  );

  const withoutExamples = join(folder, "generated.json");
  writeFileSync(
    withoutExamples,
    JSON.stringify(readContract(), (key, value) => (key === "examples" ? undefined : value)),
  );
  const withStaticBodies = await compareInTurn(
    5,
    "Prism CLI",
    measureServer(mockCommand("--contract", withoutExamples)),
    measureServer([...prism, withoutExamples, "--port"]),
  );

  const rate = { figure: "mock server: requests a second, 10 connections", unit: "/s" };
  return [
    {
      figure: "mock server: start until the first 200",
      unit: "ms",
      ...withPrism("start"),
      maximum: 0.3,
    },
    { ...rate, ...withPrism("rate"), minimum: 6 },
    {
      figure: "mock server: memory after that load",
      unit: "MB",
      ...withPrism("memory"),
      maximum: 0.6,
    },
    {
      ...rate,
      figure: `${rate.figure}, generated bodies`,
      ...withStaticBodies("rate"),
      minimum: 1,
    },
  ];
}

/**
 * Starts and loads a server. Measures its first 200 (ms), the requests per second, and the memory
 * after them (MB).
 */
const measureServer = (command: string[], folder?: string) => async () => {
  await using server = await startServer(command, folder);
  const rate = await measureRate(`${server.url}${path}`);
  return { start: server.start, rate, memory: memoryOf(server.pid) };
};

/**
 * Starts a server whose last argument is the port. Returns the milliseconds until its first 200, as
 * `start`. It ends with its scope.
 */
export async function startServer([program = "", ...args]: string[], folder = root) {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const begin = performance.now();
  const child = spawn(program, [...args, new URL(url).port], { cwd: folder, stdio: "ignore" });
  const read = async () => (await fetch(`${url}${path}`).catch(() => Response.error())).text();
  /** Waits until the list of tokens contains a text. */
  const waitFor = async (text: string) => {
    while (!(await read()).includes(text)) {
      if (child.exitCode !== null)
        throw new Error(`${args.join(" ")} ended with ${child.exitCode}.`);
      await setTimeout(5);
    }
  };
  const end = async () => {
    child.kill("SIGKILL");
    await once(child, "close");
  };
  await waitFor('"tokens"');
  return {
    url,
    pid: child.pid,
    start: performance.now() - begin,
    waitFor,
    [Symbol.asyncDispose]: end,
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}

/** Measures requests per second over ten connections. */
export async function measureRate(url: string): Promise<number> {
  const { default: load } = await import(consumerFile("autocannon"));
  return (await load({ url, connections: 10, duration: 5 })).requests.average;
}
