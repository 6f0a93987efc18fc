import { watch } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { basename, dirname, join } from "node:path";
import { type Mock, startMock } from "../src/mock/index.ts";
import { readArguments, readPort } from "./command.ts";
import { contractFile } from "./contract.ts";
import { buildReference } from "./docs.ts";
import { writeGenerated } from "./generate.ts";
import { lintContract } from "./lint.ts";
import { root } from "./run.ts";
import { referenceHandler } from "./serve.ts";

const help = `Brings everything to life from the contract, on one address.

  npm start                      on 127.0.0.1:4010
  npm start -- --port 4011       on another port

The reference is at /, the mocked API below /api/v2/. A change of openapi/openapi.yaml rebuilds both.
`;

const reloadPath = "/__reload";
const out = join(root, "dist/reference");

const { values } = readArguments(help, {
  options: { port: { type: "string", default: "4010" }, help: { type: "boolean" } },
});
await start(readPort(values.port));

async function start(port: number): Promise<void> {
  console.log("Linting the contract, generating, building the reference …");
  const finding = await build();
  if (finding !== undefined) {
    console.error(finding);
    process.exitCode = 1;
    return;
  }
  const pages = new Set<ServerResponse>();
  const mock = await listen(port, pages);
  if (!mock) return;
  console.log(introduction(mock.url));
  const watcher = watchContract(() => rebuild(mock, pages));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, async () => {
      watcher.close();
      for (const page of pages) page.end();
      await mock.close();
      process.exit(0);
    });
  }
}

/** Lint, then everything that follows from the contract. Gives the finding where the contract is invalid. */
async function build(): Promise<string | undefined> {
  const { ok, output } = await lintContract();
  if (!ok) return output;
  await Promise.all([writeGenerated(), buildReference({ contract: contractFile, out })]);
  return undefined;
}

async function listen(port: number, pages: Set<ServerResponse>): Promise<Mock | undefined> {
  const reference = referenceHandler(out, {
    inject: `<script>new EventSource("${reloadPath}").onmessage = () => location.reload()</script>`,
  });
  const site = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== reloadPath) return reference(request, response);
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" }).flushHeaders();
    pages.add(response);
    response.on("close", () => pages.delete(response));
    return true;
  };
  try {
    return await startMock({ port, site });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    console.error(`Port ${port} is taken. Choose another: npm start -- --port ${port + 1}`);
    process.exitCode = 1;
    return undefined;
  }
}

async function rebuild(mock: Mock, pages: Set<ServerResponse>): Promise<void> {
  const finding = await build();
  if (finding !== undefined) {
    console.error(`${finding}\n\nStill serving the last valid contract.`);
    return;
  }
  await mock.reload();
  for (const page of pages) page.write("data: reload\n\n");
  console.log("Rebuilt from the changed contract.");
}

/** Watches the folder, since editors replace the file. One rebuild at a time, and one more for what changed meanwhile. */
function watchContract(changed: () => Promise<void>): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const watcher = watch(dirname(contractFile), (_event, file) => {
    if (file !== basename(contractFile)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(changed).catch((error: Error) => console.error(error.message));
    }, 100);
  });
  return watcher;
}

function introduction(url: string): string {
  const client = `import { createPhoneAgentClient as create } from "phone-agent-api"; console.log(await create({ baseUrl: "${url}", token: "example" }).listTokens())`;
  return `
Reference  ${url}/
Mock       ${url}/api/v2/
curl       curl '${url}/api/v2/tokens?token=example'
Client     npx tsx --input-type=module -e '${client}'
Editing    openapi/openapi.yaml rebuilds all of it. Ctrl-C ends.
`;
}
