import { join } from "node:path";
import { build } from "esbuild";
import { fixtures } from "#generated/fixtures.ts";
import { outputOf, root, runRedocly } from "../tools/run.ts";
import { measureGzipped, oneCall } from "./call-size.ts";
import { compareInTurn, type Measurement, timeCalls } from "./measure.ts";
import { startServer } from "./mock.ts";

type Package = typeof import("../../src/index.ts");

const token = "<EXAMPLE_TOKEN_1>";
const baseUrl = "https://example.com";
const response = JSON.stringify(fixtures.listTokens["every-field"]);

export async function rows(folder: string): Promise<Measurement[]> {
  const clientFile = join(folder, "generated.ts");
  await outputOf(
    runRedocly([
      "generate-client",
      "openapi/openapi.yaml",
      "--output",
      clientFile,
      "--import-ext",
      "ts",
    ]),
  );
  const { client } = await importBundled(clientFile);
  const { createPhoneAgentClient }: Package = await importBundled(join(root, "src/index.ts"));
  const headers = { "content-type": "application/json" };
  const options = { timeout: 30_000, retry: { retries: 2 }, auth: { apiKey: { apiToken: token } } };
  client.configure({
    serverUrl: baseUrl,
    fetch: async () => new Response(response, { headers }),
    ...options,
  });
  const phone = createPhoneAgentClient({
    baseUrl,
    token,
    fetch: async () => new Response(response, { headers }),
  });
  const timeOurs = () => timeCalls(() => phone.listTokens(), 1_500);
  const timePeer = () => timeCalls(() => client.listTokens(), 1_500);
  const withPeer = await compareInTurn(20, "redocly generate-client", timeOurs, timePeer);
  const bytes = await measureGzipped(oneCall, root);
  return [
    {
      figure: "one call, bundled for the browser, gzipped",
      unit: "B",
      ours: bytes,
      maximum: 7_500,
    },
    { figure: "one call over a stubbed fetch", unit: "µs", ...withPeer("time"), maximum: 1.1 },
    await compareOverLoopback(createPhoneAgentClient),
  ];
}

/** Imports a module as one, as the package has it: calls from module to module take longer. */
async function importBundled(file: string) {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: "esm",
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`);
}

// A service is never in its caller's process: there, its work would be measured as the call's.
const service = `const [, body, port] = process.argv;
require("node:http").createServer((_, response) => {
  response.setHeader("content-type", "application/json").end(body);
}).listen(port, "127.0.0.1");`;

/** Compares calls over loopback, one after the other. */
async function compareOverLoopback(
  createPhoneAgentClient: Package["createPhoneAgentClient"],
): Promise<Measurement> {
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
