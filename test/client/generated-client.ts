import { mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Contract } from "../../scripts/contract/document.ts";
import { writeGenerated } from "../../scripts/generate.ts";
import { root } from "../../scripts/tools/run.ts";
import { compileIn } from "../bundle.ts";
import { contractWith } from "../scripts/contract-copy.ts";
import { copySource } from "../source-copy.ts";
import { type Responder, serve, token } from "./server.ts";

/** Starts a server with a responder, and creates the generated clients that call it. */
export async function serveGenerated(
  clients: ReturnType<typeof generateClient>,
  respond: Responder,
  options: object,
) {
  const { createPhoneAgentClient, createFetch, createHttp, validators } = await clients;
  const service = await serve(respond);
  const clientOptions = { baseUrl: service.baseUrl, token, ...options };
  return Object.assign(service, {
    phone: createPhoneAgentClient({ validate: validators, ...clientOptions }),
    http: createHttp(clientOptions),
    fetch: createFetch({ validate: validators, ...clientOptions }),
  });
}

/** Generates the client of an edited contract, and imports it. */
export async function generateClient(edit: (contract: Contract) => void) {
  const folder = await mkdtemp(join(tmpdir(), "client-"));
  await writeFile(join(folder, "openapi.json"), JSON.stringify(contractWith(edit)));
  await writeGenerated({ file: join(folder, "openapi.json"), out: join(folder, "generated") });
  copySource(folder, "src", "tsconfig.json");
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const files = ["src/index.ts", "src/http.ts", "src/validate.ts"];
  const load = await compileIn(folder, files);
  // biome-ignore lint/suspicious/noExplicitAny: the types of the contract's operations are today's
  const [{ createPhoneAgentClient }, { createFetch, createHttp }, { validators }]: any[] =
    await Promise.all(files.map(load));
  return { createPhoneAgentClient, createFetch, createHttp, validators };
}
