import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { fixtures } from "../../generated/fixtures.ts";
import { consumerFile } from "../consumers.ts";
import { contractFile } from "../contract.ts";
import { outputOf, root, run } from "../run.ts";
import { grownContract } from "./contract.ts";
import { measureLeast, medianOf, runScript, timeOf } from "./measure.ts";
import type { Row } from "./row.ts";
import { installScalarMock } from "./scalar.ts";

const path = "/api/v2/tokens?token=demo-token-not-secret";
const starts = 5;
const loads = 3;
const shortLoads = 9;

/** The published mock and Prism's own command line on the same contract, each with its defaults. */
const servers = {
  ours: ["dist/src/cli.js", "mock", "--port"],
  peer: [fileURLToPath(import.meta.resolve("@stoplight/prism-cli")), "mock", contractFile, "--port"],
};

export async function rows(): Promise<Row[]> {
  await runScript("build");
  const figures = { ours: createSeries(), peer: createSeries() };
  // Alternating, so that other load on the machine affects both.
  for (let turn = 0; turn < starts; turn++) {
    for (const name of ["ours", "peer"] as const) {
      const server = await startServer(servers[name]);
      figures[name].start.push(server.milliseconds);
      if (turn < loads) {
        figures[name].rate.push(await measureRate(`${server.url}${path}`));
        figures[name].memory.push(server.memory());
      }
      await server.stop();
    }
  }
  const compare = (key: "start" | "rate" | "memory") => ({
    ours: medianOf(figures.ours[key]),
    peer: { name: "Prism CLI", value: medianOf(figures.peer[key]) },
  });
  return [
    { figure: "mock server: start until the first 200", unit: "ms", ...compare("start"), maximum: 0.3 },
    { figure: "mock server: requests a second, 10 connections", unit: "/s", ...compare("rate"), minimum: 6 },
    { figure: "mock server: memory after that load", unit: "MB", ...compare("memory"), maximum: 0.6 },
    await compareWithScalar(),
    await compareWithFive(),
    {
      figure: "test server, as published: a call, over a stubbed fetch",
      unit: "µs",
      ours: await measureTestServer(),
      maximum: 15,
    },
  ];
}

/** Compares the rates of our mock server and of Scalar's, which validates nothing. */
async function compareWithScalar(): Promise<Row> {
  const { args, command } = await installScalarMock(contractFile);
  const rates = await compareRates("@scalar/mock-server", () => startServer(args, command));
  return { figure: "mock server: the same, compared with one that validates nothing", ...rates, minimum: 1 };
}

/** Compares the rates of one operation in a contract with 1,000 operations and in one with five. */
async function compareWithFive(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "bench-mock-"));
  const begin = (operations: number) => () => {
    const contract = join(folder, `${operations}.yaml`);
    writeFileSync(contract, grownContract(operations));
    return startServer(["dist/src/cli.js", "mock", "--contract", contract, "--port"]);
  };
  const rates = await compareRates("5 operations", begin(5), begin(1_000));
  rmSync(folder, { recursive: true });
  return { figure: "mock server: the same, with 1,000 operations", ...rates, minimum: 0.9 };
}

/** Compares the rates of two servers that run at once. Each is loaded in turn, so that other load affects both. */
async function compareRates(name: string, startPeer: Starter, startOurs: Starter = () => startServer(servers.ours)) {
  const runningServers = await Promise.all([startOurs(), startPeer()]);
  const ratesByServer = runningServers.map(() => [] as number[]);
  for (let turn = 0; turn < shortLoads; turn++) {
    const order = [...runningServers.entries()];
    // Each goes first as often as the other.
    for (const [index, { url }] of turn % 2 === 0 ? order : order.toReversed()) {
      ratesByServer[index]?.push(await measureRate(`${url}${path}`, 2));
    }
  }
  for (const { stop } of runningServers) await stop();
  const [rate = 0, value = 0] = ratesByServer.map(medianOf);
  return { unit: "/s", ours: rate, peer: { name, value } };
}

const createSeries = () => ({ start: [] as number[], rate: [] as number[], memory: [] as number[] });

/** Starts a server whose last argument is the port, and waits for its first 200. */
export async function startServer(args: string[], command = process.execPath) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const child = spawn(command, [...args, String(port)], { cwd: root, stdio: "ignore" });
  while (!(await isReady(`${url}${path}`))) {
    if (child.exitCode !== null) throw new Error(`${args.join(" ")} ended with ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    url,
    milliseconds: performance.now() - begin,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1000,
    stop: () => new Promise((resolve) => child.once("close", resolve).kill("SIGKILL")),
  };
}

type Starter = () => ReturnType<typeof startServer>;

/** Measures requests per second over ten connections. */
export async function measureRate(url: string, seconds = 5): Promise<number> {
  const args = [consumerFile("autocannon"), "--json", "--connections", "10", "--duration", `${seconds}`, url];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return (JSON.parse(stdout) as { requests: { average: number } }).requests.average;
}

const isReady = (url: string) =>
  fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  );

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/**
 * Measures a call of the published test server, less that of a function that creates a response with the same body. It
 * runs in plain Node, as users run it, without the loader that this command needs.
 */
async function measureTestServer(): Promise<number> {
  const code = `import { createTestServer } from "phone-agent-api/testing";
${timeOf}
${measureLeast}
const body = ${JSON.stringify(JSON.stringify(fixtures.listTokens["every-field"]))};
const stub = async () => new Response(body, { headers: { "content-type": "application/json" } });
const call = (fetch) => async () => (await fetch("https://phone-agent.test${path}")).text();
const functions = [createTestServer().fetch, stub].map(call);
const [served, stubbed] = await measureLeast(100, functions.map((call) => () => timeOf(call, 500)));
console.log(served - stubbed);`;
  return Number(await outputOf(run(process.execPath, ["--input-type=module", "--eval", code])));
}
