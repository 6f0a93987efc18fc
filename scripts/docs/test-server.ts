import { basename } from "node:path";
import type { Plugin } from "esbuild";
import { type Contract, pathOperations } from "../contract.ts";
import { writeFixtures, writeServers } from "../generate/fixtures.ts";
import { writeRequests } from "../generate/requests.ts";
import { toRow } from "../generate/rows.ts";
import { bundleText } from "./assets.ts";

/** Bundles the test server for browsers, generated from this contract, which can differ from that of `generated/`. */
export async function buildTestServer(contract: Contract): Promise<string> {
  const rows = pathOperations(contract).map((pathOperation) => [
    pathOperation.operation.operationId,
    toRow(pathOperation, contract),
  ]);
  const generatedFiles: Record<string, string> = {
    "operations.ts": `export const operations = ${JSON.stringify(Object.fromEntries(rows))};`,
    "servers.ts": writeServers(contract),
    "fixtures.ts": writeFixtures(contract),
    "requests.js": (await writeRequests(contract))["requests.js"],
  };
  const fromContract: Plugin = {
    name: "generated",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]generated[\\/][\w.]+$/ }, ({ path }) => {
        const contents = generatedFiles[basename(path)];
        return contents === undefined ? undefined : { contents, loader: "ts" };
      });
    },
  };
  return bundleText("in-page/playground/server.ts", [fromContract]);
}
