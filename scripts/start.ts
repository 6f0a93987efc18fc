import { on } from "node:events";
import { watch } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { readArguments, readInteger } from "../src/commands/arguments.ts";
import { exitOnError } from "../src/commands/exit.ts";
import { exitCodes } from "../src/commands/help.ts";
import { escapeLines } from "../src/core/text.ts";
import { startMock } from "../src/mock/index.ts";
import { listen } from "../src/mock/listen.ts";
import { onShutdown } from "../src/platform/signals.ts";
import { contractFile, readContract } from "./contract/document.ts";
import { demoToken, type OperationCall, toRequest, withDemoSecrets } from "./docs/samples/call.ts";
import { findFirstCall } from "./docs/samples/create-call.ts";
import { createFiles, writeReference } from "./docs.ts";
import { writeGenerated } from "./generate.ts";
import { failInvalid } from "./lint.ts";
import { createReferenceHandler } from "./serve.ts";
import { readIfPresent } from "./tools/file.ts";
import { root, runIfMain } from "./tools/run.ts";

const command = {
  name: "npm start --",
  summary:
    "Serves the reference and the mock, built from the contract, on one address. The reference is at /, the mocked API below /api/v2/. Changing openapi/openapi.yaml rebuilds both.",
  options: {
    port: {
      type: "string",
      default: "4010",
      value: "N",
      meaning: "the port to listen on; 0 picks a free one (default: 4010)",
    },
  },
  exitCodes: { ...exitCodes, 0: "after SIGINT (Ctrl-C), SIGTERM or SIGHUP" },
} as const;

/**
 * The address of a script, since the pages' policy allows none within them, and of the events that
 * it waits for.
 */
const reloadPath = "/__reload";
const referenceFolder = join(root, "dist/reference");

export async function startCommand(args: string[]): Promise<void> {
  const { values } = readArguments(command, args);
  const port = readInteger("--port", values.port, 0, 65_535);
  await exitOnError(() => start(port));
}

async function start(chosenPort: number): Promise<never> {
  // Nobody waits for a build in vain, and another `npm start` keeps its files.
  const { port, close } = await listen(
    { port: chosenPort, host: "127.0.0.1" },
    async () => {},
    console.error,
  );
  await close();
  // From here on, no edit is missed. The folder is watched, since editors replace files.
  const changes = on(watch(dirname(contractFile), { persistent: false }), "change");
  console.log("Linting the contract, building the reference …");
  const mockUrl = `http://127.0.0.1:${port}`;
  let text = await build(mockUrl);
  const pages = new Set<ServerResponse>();
  // As JSON, which the reference contains, the contract is read much faster.
  const mock = await startMock({
    port,
    contract: join(referenceFolder, "openapi.json"),
    site: createSite(pages),
  });
  console.log(escapeLines(describeAddresses(mock.url)));
  onShutdown(async () => {
    for (const page of pages) page.end();
    await mock.close();
    process.exit(0);
  });
  await updateTypes();
  for (;;) {
    while (readIfPresent(contractFile) === text) {
      await changes.next();
      // Some editors empty a file before they write it.
      await setTimeout(100);
    }
    try {
      text = await build(mockUrl);
      await mock.reload();
      for (const page of pages) page.write("data: reload\n\n");
      console.log("Rebuilt from the changed contract.");
      await updateTypes();
    } catch (error) {
      text = readIfPresent(contractFile);
      console.error(
        escapeLines(`${(error as Error).message}\n\nStill serving the last valid contract.`),
      );
    }
  }
}

/**
 * Builds the reference of a contract that passes the lint, and returns the text of the contract. If
 * it has changed meanwhile, it is built again: only what was checked is served.
 * @throws Error with the findings of the lint.
 */
async function build(mockUrl: string): Promise<string | undefined> {
  const text = readIfPresent(contractFile);
  const isUnchanged = () => readIfPresent(contractFile) === text;
  const options = { contract: contractFile, out: referenceFolder, mockUrl };
  try {
    await failInvalid(undefined, "warn");
    const files = await createFiles(options);
    if (isUnchanged()) {
      writeReference(files, options);
      return text;
    }
  } catch (error) {
    if (isUnchanged()) throw error;
  }
  return build(mockUrl);
}

/** Writes the generated files, for the editor. No page waits for them. */
const updateTypes = () =>
  writeGenerated().catch(({ message }: Error) => console.error(escapeLines(message)));

/**
 * Creates a handler of requests for the reference, and for the event stream that reloads its open
 * pages.
 */
function createSite(pages: Set<ServerResponse>) {
  const serveReference = createReferenceHandler(referenceFolder, reloadPath);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.url !== reloadPath) return serveReference(request, response);
    if (request.headers.accept !== "text/event-stream") {
      response.writeHead(200, { "content-type": "text/javascript" });
      response.end(`new EventSource("${reloadPath}").onmessage = () => location.reload();\n`);
      return true;
    }
    response
      .writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
      .flushHeaders();
    pages.add(response);
    response.on("close", () => pages.delete(response));
    return true;
  };
}

function describeAddresses(url: string): string {
  const { call } = findFirstCall(readContract(), url) ?? {};
  const line = call && writeLine(call);
  const client = `import { createPhoneAgentClient as create } from "phone-agent-api"; console.log(await create({ baseUrl: "${url}", token: "${demoToken}" }).${call?.operationId}())`;
  const calls = `curl       ${line}
Client     npx --no -- tsx --input-type=module -e '${client}'
`;
  return `
Reference  ${url}/
Mock       ${url}/api/v2/
${line ? calls : ""}Edit       openapi/openapi.yaml to rebuild both. Press Ctrl-C to stop.
`;
}

/** Writes a call as one line, to the mock whatever the environment says. */
function writeLine(call: OperationCall): string {
  const { target, headers } = withDemoSecrets(toRequest(call));
  const options = headers.map(([name, value]) => `--header '${name}: ${value}' `);
  return `curl ${options.join("")}'${call.server.url}${target}'`;
}

await runIfMain(import.meta.url, startCommand);
