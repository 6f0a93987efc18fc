import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readContract } from "../../scripts/contract/document.ts";
import { writeTestServer } from "../../scripts/generate/servers/servers.ts";
import { root } from "../../scripts/tools/run.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";
import type { TestServer } from "../../src/testing/index.ts";
import { copySource } from "../source-copy.ts";

type On = Record<
  string,
  {
    fail: (code: number, response?: object | number) => unknown;
    replyWith: (body: unknown) => unknown;
  }
>;

/** A mock and a test server of one contract. */
export interface Servers {
  readonly mock: Mock;
  readonly server: Omit<TestServer, "on"> & { on: On };
  close(): Promise<void>;
}

/**
 * Starts both servers with a contract. The test server is a copy, with the files generated from
 * that contract.
 */
export async function startServers(file: string): Promise<Servers> {
  mkdirSync(join(root, "dist"), { recursive: true });
  const copy = mkdtempSync(join(root, "dist/servers-"));
  const generatedFiles = await writeTestServer(readContract(file));
  mkdirSync(join(copy, "generated"));
  for (const [name, text] of Object.entries(generatedFiles))
    writeFileSync(join(copy, "generated", name), text);
  copySource(copy, "src/core", "src/openapi", "src/testing");
  const { createTestServer } = await import(join(copy, "src/testing/index.ts"));
  const mock = await startMock({ port: 0, contract: file, logLevel: "silent" });
  return {
    mock,
    server: createTestServer(),
    async close() {
      await mock.close();
      rmSync(copy, { recursive: true });
    },
  };
}
