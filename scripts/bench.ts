import { execFileSync, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { fixtures } from "#generated/fixtures.ts";
import { readArguments } from "../src/commands/arguments.ts";
import { exitOnError, fail } from "../src/commands/exit.ts";
import { describeUnknown } from "../src/core/text.ts";
import { buildPackage } from "./build.ts";
import { contractFile, readContract } from "./contract/document.ts";
import { camelCase } from "./contract/names.ts";
import { consumerFile, installConsumers } from "./tools/consumers.ts";
import { createTemporaryFolder } from "./tools/file.ts";
import { outputOf, root, run, runIfMain } from "./tools/run.ts";

/** The figures of a table, by name. */
type Figures = Record<string, string | number>;

const suites: Record<string, () => Promise<Figures>> = {
  call: measureCall,
  mock: measureMocks,
  learn: measureLearn,
};

const command = {
  name: "npm run bench --",
  summary: "Measures bytes and time of a call, the mock beside Prism, and the memory of learn.",
  usage: [
    ["npm run bench", "all of it"],
    [`npm run bench -- ${Object.keys(suites).join(" ")} [options]`, "only what is named"],
  ],
  takesArguments: true,
  options: { json: { type: "boolean", default: false, meaning: "print JSON on stdout" } },
  exitCodes: { 0: "measured", 1: "the bench failed", 2: "an argument is invalid" },
} as const;

export async function benchCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(command, args);
  const unknown = positionals.find((name) => !Object.hasOwn(suites, name));
  if (unknown !== undefined) fail(describeUnknown("suite", unknown, Object.keys(suites)));
  const tables: Record<string, Figures> = {};
  for (const [name, measure] of Object.entries(suites)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.error(`Measuring: ${name} …`);
    tables[name] = await exitOnError(measure);
    if (!values.json) console.table(tables[name]);
  }
  if (values.json) console.log(JSON.stringify(tables, null, 2));
}

/** One call: its bytes, bundled and minified for a browser and gzipped, and its time over a stub. */
async function measureCall(): Promise<Figures> {
  const bundle = async (contents: string, minify: boolean) => {
    const target = { format: "esm", platform: "browser", target: "es2022" } as const;
    const stdin = { contents, resolveDir: root };
    const result = await build({ stdin, bundle: true, write: false, minify, ...target });
    return result.outputFiles[0]?.text ?? "";
  };
  const call = `import { createPhoneAgentClient } from "./src/index.ts";
    createPhoneAgentClient({ baseUrl: "https://a.example", token: "t" }).listTokens().then(console.log);`;
  const bytes = gzipSync(await bundle(call, true), { level: 9 }).length;
  // One module, as the package has it: calls between modules take longer.
  const module = await bundle('export * from "./src/index.ts";', false);
  const { createPhoneAgentClient }: typeof import("../src/index.ts") = await import(
    `data:text/javascript,${encodeURIComponent(module)}`
  );
  const body = JSON.stringify(Object.values(fixtures.listTokens)[0]);
  const fetch = async () => new Response(body, { headers: { "content-type": "application/json" } });
  const phone = createPhoneAgentClient({ baseUrl: "https://a.example", token: "t", fetch });
  const timeCalls = async () => {
    const begin = performance.now();
    for (let count = 0; count < 5_000; count++) await phone.listTokens();
    return (performance.now() - begin) / 5;
  };
  await timeCalls();
  return { "bytes, gzipped": bytes, "time, µs": Math.round(await timeCalls()) };
}

/** The mock and the Prism CLI: milliseconds until the first 200, requests a second, and memory. */
async function measureMocks(): Promise<Figures> {
  await installConsumers();
  await buildPackage();
  const prism = "node_modules/@stoplight/prism-cli/dist/index.js";
  return {
    ...(await measureServer("mock", ["dist/src/cli.js", "mock"], 4310)),
    ...(await measureServer("Prism", [prism, "mock", contractFile], 4311)),
  };
}

async function measureServer(name: string, args: string[], port: number): Promise<Figures> {
  const url = `http://127.0.0.1:${port}/api/v2/tokens?token=any`;
  const begin = performance.now();
  const command = [...args, "--port", `${port}`];
  const server = spawn(process.execPath, command, { cwd: root, stdio: "ignore" });
  const end = () => server.kill("SIGKILL");
  process.once("exit", end);
  try {
    while (!(await fetch(url).catch(() => undefined))?.ok) {
      if (server.exitCode !== null) throw new Error(`${name} ended: is port ${port} taken?`);
      await setTimeout(5);
    }
    const start = Math.round(performance.now() - begin);
    const { default: load } = await import(consumerFile("autocannon"));
    const { requests } = await load({ url, connections: 10, duration: 3 });
    const kilobytes = Number(execFileSync("ps", ["-o", "rss=", "-p", `${server.pid}`]));
    return {
      [`${name}: start, ms`]: start,
      [`${name}: requests/s`]: requests.average,
      [`${name}: memory, MB`]: Math.round(kilobytes / 1_000),
    };
  } finally {
    end();
  }
}

/** `npm run learn` on 20,000 exchanges, and on ten times as many: its memory doesn't grow. */
async function measureLearn(): Promise<Figures> {
  using folder = createTemporaryFolder("bench");
  const figures: Figures = {};
  const file = join(folder.path, "traffic.ndjson");
  for (const count of [20_000, 200_000]) {
    await pipeline(renderTraffic(count), createWriteStream(file));
    const script = `import { learnCommand } from "./scripts/learn.ts";
      await learnCommand(${JSON.stringify([file, "--out", join(folder.path, "learned.yaml")])});
      console.log(JSON.stringify(process.resourceUsage()));`;
    const args = ["--import", "tsx", "--input-type=module", "--eval", script];
    const output = await outputOf(run(process.execPath, args));
    const { userCPUTime, maxRSS } = JSON.parse(output.split("\n").at(-1) ?? "");
    figures[`${count} exchanges, CPU s`] = Number((userCPUTime / 1e6).toFixed(1));
    figures[`${count} exchanges, memory, MB`] = Math.round(maxRSS / 1_000);
  }
  return figures;
}

/** Exchanges as entries of a HAR, of operations that the contract knows by name alone. */
function* renderTraffic(count: number): Generator<string> {
  const rows = Object.values(readContract()["x-operation-index"]).flat();
  const names = rows.filter(({ operationId }) => !operationId).map(({ name }) => camelCase(name));
  const text = JSON.stringify(Object.values(fixtures.listJunkInbox)[0]);
  const response = { status: 200, headers: [], content: { mimeType: "application/json", text } };
  for (let index = 0; index < count; index++) {
    const url = `https://service.example/api/v2/${names[index % names.length]}/${index}`;
    yield `${JSON.stringify({ request: { method: "GET", url, headers: [] }, response })}\n`;
  }
}

await runIfMain(import.meta.url, benchCommand);
