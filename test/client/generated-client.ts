import { mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Contract } from "../../scripts/contract/document.ts";
import { writeGenerated } from "../../scripts/generate.ts";
import { root } from "../../scripts/tools/run.ts";
import { contractWith } from "../scripts/contract-copy.ts";
import { copySource } from "../source-copy.ts";

/** Generates the client of an edited contract, and imports it. */
export async function generateClient(edit: (contract: Contract) => void) {
  const folder = await mkdtemp(join(tmpdir(), "client-"));
  await writeFile(join(folder, "openapi.json"), JSON.stringify(contractWith(edit)));
  await writeGenerated({ file: join(folder, "openapi.json"), out: join(folder, "generated") });
  copySource(folder, "src", "tsconfig.json");
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  // Without types: those of the contract's operations would be today's.
  const { createPhoneAgentClient } = await import(join(folder, "src/index.ts"));
  const { createFetch, createHttp } = await import(join(folder, "src/http.ts"));
  const { validators } = await import(join(folder, "src/validate.ts"));
  return { createPhoneAgentClient, createFetch, createHttp, validators };
}
