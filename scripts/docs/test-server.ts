import { basename } from "node:path";
import type { Plugin } from "esbuild";
import { type Contract, pathOperations } from "../contract.ts";
import { fixtures, servers } from "../generate/fixtures.ts";
import { requests } from "../generate/requests.ts";
import { row } from "../generate/rows.ts";
import { type Asset, bundle } from "./assets.ts";

/** Bundles the test server for browsers, generated from this contract, which can differ from that of `generated/`. */
export async function testServerScript(contract: Contract): Promise<Asset> {
  const rows = pathOperations(contract).map((pathOperation) => [
    pathOperation.operation.operationId,
    row(pathOperation, contract),
  ]);
  const generatedFiles: Record<string, string> = {
    "operations.ts": `export const operations = ${JSON.stringify(Object.fromEntries(rows))};`,
    "servers.ts": servers(contract),
    "fixtures.ts": fixtures(contract),
    "requests.js": (await requests(contract))["requests.js"],
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
  return bundle("test-server.js", "in-page/playground/server.ts", [fromContract]);
}
