import { basename } from "node:path";
import type { Plugin } from "esbuild";
import { type Contract, pathOperations } from "../contract.ts";
import { fixtures, servers } from "../generate/fixtures.ts";
import { requests } from "../generate/requests.ts";
import { row } from "../generate/rows.ts";
import { type Asset, bundled } from "./assets.ts";

/** The script of the test server, for a browser and for this contract, which `generated/` may not be from. */
export async function testServerScript(contract: Contract): Promise<Asset> {
  const rows = pathOperations(contract).map((located) => [located.operation.operationId, row(located, contract)]);
  const generated: Record<string, string> = {
    "operations.ts": `export const operations = ${JSON.stringify(Object.fromEntries(rows))};`,
    "servers.ts": servers(contract),
    "fixtures.ts": fixtures(contract),
    "requests.js": (await requests(contract))["requests.js"],
  };
  const fromContract: Plugin = {
    name: "generated",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]generated[\\/][\w.]+$/ }, ({ path }) => {
        const contents = generated[basename(path)];
        return contents === undefined ? undefined : { contents, loader: "ts" };
      });
    },
  };
  return bundled("test-server.js", "in-page/playground/server.ts", [fromContract]);
}
