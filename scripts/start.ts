import { on, once } from "node:events";
import { watch } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { escapeLines, fail, onEnd, orFail, readArguments, readInteger } from "../src/commands/command.ts";
import { type Mock, startMock } from "../src/mock/index.ts";
import { contractFile, readContract } from "./contract/document.ts";
import { waitingPage } from "./docs/redocly.ts";
import { createFiles, writeRedoc, writeReference } from "./docs.ts";
import { writeGenerated } from "./generate.ts";
import { failInvalid } from "./lint.ts";
import { createReferenceHandler, withPort } from "./serve.ts";
import { readIfPresent } from "./tools/file.ts";
import { root, runIfMain } from "./tools/run.ts";

const help = `Serves the reference and the mock, built from the contract, on one address.

  npm start                      on 127.0.0.1:4010
  npm start -- --port 4011       on another port

The reference is at /, the mocked API below /api/v2/. Changing openapi/openapi.yaml rebuilds both.
`;

/** The address of a script, since the pages' policy allows none within them, and of the events that it waits for. */
const reloadPath = "/__reload";
const referenceFolder = join(root, "dist/reference");

export async function startCommand(args: string[]): Promise<void> {
  const options = { port: { type: "string", default: "4010" } } as const;
  const { values } = readArguments("npm start --", help, { args, options });
  const port = readInteger("--port", values.port, 0, 65_535);
  await orFail(() => start(port));
}

async function start(port: number): Promise<void> {
  await checkPort(port);
  // From here on, no edit is missed. The folder is watched, since editors replace files.
  const changes = on(watch(dirname(contractFile), { persistent: false }), "change");
  let text = readIfPresent(contractFile);
  console.log("Linting the contract, building the reference …");
  while (!(await build(text))) text = readIfPresent(contractFile);
  const pages = new Set<ServerResponse>();
  // As JSON, which the reference contains, the contract is read much faster.
  const mock = await startMock({ port, contract: join(referenceFolder, "openapi.json"), site: createSite(pages) });
  console.log(escapeLines(await describeAddresses(mock.url)));
  onEnd(async () => {
    for (const page of pages) page.end();
    await mock.close();
    process.exit(0);
  });
  await rebuildOnChange(changes, text, mock, pages);
}

/** Checks the port before building, so that nobody waits for a build in vain. */
async function checkPort(port: number): Promise<void> {
  const probe = createServer().listen(port, "127.0.0.1");
  await once(probe, "listening").catch(({ code, message }: NodeJS.ErrnoException) => {
    const otherPort = port < 65535 ? port + 1 : port - 1;
    fail(code === "EADDRINUSE" ? `Port ${port} is taken. Choose another: npm start -- --port ${otherPort}` : message);
  });
  probe.close();
}

/**
 * Builds the reference of a contract that passes the lint. Returns whether the contract still has the text that was
 * checked: only then is it served.
 * @throws Error with the findings of the lint.
 */
async function build(text: string | undefined): Promise<boolean> {
  const options = { contract: contractFile, out: referenceFolder, redoc: waitingPage, onMock: true };
  await failInvalid(undefined, "warn");
  const files = await createFiles(options);
  if (readIfPresent(contractFile) !== text) return false;
  writeReference(files, options);
  return true;
}

/** Makes what no page waits for: Redoc's page, and the types, for the editor. */
async function completeBuild({ url }: Mock): Promise<void> {
  await Promise.all([writeRedoc(referenceFolder, Number(new URL(url).port)), writeGenerated()]);
  console.log(`Redoc shows it, too: ${url}/redoc.html`);
}

/** Creates a handler of requests for the reference, and for the event stream that reloads its open pages. */
function createSite(pages: Set<ServerResponse>) {
  const serveReference = createReferenceHandler(referenceFolder, reloadPath);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.url !== reloadPath) return serveReference(request, response);
    if (request.headers.accept !== "text/event-stream") {
      response.writeHead(200, { "content-type": "text/javascript" });
      response.end(`new EventSource("${reloadPath}").onmessage = () => location.reload();\n`);
      return true;
    }
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" }).flushHeaders();
    pages.add(response);
    response.on("close", () => pages.delete(response));
    return true;
  };
}

/** Rebuilds whenever the contract has another text than the one that was built last, and completes it in a pause. */
async function rebuildOnChange(
  changes: NodeJS.AsyncIterator<unknown>,
  text: string | undefined,
  mock: Mock,
  pages: Set<ServerResponse>,
): Promise<never> {
  let builtText = text;
  let isIncomplete = true;
  for (let change = changes.next(); ; change = changes.next()) {
    if (isIncomplete && (await Promise.race([change.then(() => false), setTimeout(1_000, true)]))) {
      await completeBuild(mock).catch(({ message }: Error) => console.error(escapeLines(message)));
      isIncomplete = false;
    }
    await change;
    // Some editors empty a file before they write it.
    await setTimeout(100);
    const newText = readIfPresent(contractFile);
    if (newText === builtText) continue;
    builtText = newText;
    isIncomplete = (await rebuild(newText, mock, pages)) || isIncomplete;
  }
}

/** Serves the changed contract if it passes the lint and builds. Returns whether it is served. */
async function rebuild(text: string | undefined, mock: Mock, pages: Set<ServerResponse>): Promise<boolean> {
  try {
    if (!(await build(text))) return false;
    await mock.reload();
  } catch (error) {
    // A contract that has changed meanwhile, or is being written, is built again.
    if (readIfPresent(contractFile) === text)
      console.error(escapeLines(`${(error as Error).message}\n\nStill serving the last valid contract.`));
    return false;
  }
  for (const page of pages) page.write("data: reload\n\n");
  console.log("Rebuilt from the changed contract.");
  return true;
}

async function describeAddresses(url: string): Promise<string> {
  const { findFirstCall } = await import("./docs/html/home.ts");
  const firstCall = findFirstCall(readContract());
  const callLines = firstCall ? describeFirstCall(url, firstCall) : "";
  return `
Reference  ${url}/
Mock       ${url}/api/v2/
${callLines}Edit       openapi/openapi.yaml to rebuild both. Press Ctrl-C to stop.
`;
}

function describeFirstCall(url: string, { operationId, command }: { operationId: string; command: string }): string {
  const client = `import { createPhoneAgentClient as create } from "phone-agent-api"; console.log(await create({ baseUrl: "${url}", token: "demo-token-not-secret" }).${operationId}())`;
  // On one line, and to the mock whatever the environment says.
  const line = command
    .replace("\n", "; ")
    .replaceAll(/ ?\\?\n +/g, " ")
    .replaceAll(/"\$\{\w+:-([^}]*)\}"/g, "$1");
  return `curl       ${withPort(line, Number(new URL(url).port))}
Client     npx --no -- tsx --input-type=module -e '${client}'
`;
}

await runIfMain(import.meta.url, startCommand);
