import { join } from "node:path";
import { fixtures } from "../../generated/fixtures.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import { outputOf, root, runRedocly } from "../tools/run.ts";
import { createTimedCall, measureGzipped, oneCall, ourCaller, redoclyCaller, token } from "./callers.ts";
import { compareInTurn, type Measurement, timeCalls } from "./measure.ts";
import { startServer } from "./mock.ts";

const response = JSON.stringify(fixtures.listTokens["every-field"]);

export async function rows(folder: string): Promise<Measurement[]> {
  const clientFile = join(folder, "generated.ts");
  const args = ["generate-client", "openapi/openapi.yaml", "--output", clientFile, "--import-ext", "ts"];
  await outputOf(runRedocly(args));
  const ourCall = await createTimedCall(ourCaller, response);
  const peerCall = await createTimedCall(redoclyCaller(clientFile), response);
  const time = (call: () => unknown) => () => timeCalls(call, 1_500);
  const withPeer = await compareInTurn(20, "redocly generate-client", time(ourCall), time(peerCall));
  const bytes = await measureGzipped(oneCall, root);
  return [
    { figure: "one call, bundled for the browser, gzipped", unit: "B", ours: bytes, maximum: 7_500 },
    { figure: "one call over a stubbed fetch", unit: "µs", ...withPeer("time"), maximum: 1.1 },
    await compareOverLoopback(),
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
