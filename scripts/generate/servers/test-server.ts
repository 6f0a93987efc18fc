import type { Contract } from "../../contract/document.ts";
import { pathOperations } from "../../contract/operations.ts";
import { writeFixtures } from "./fixtures.ts";
import { writeRequests } from "./requests.ts";
import { writeServers } from "./servers.ts";

/** Writes the files of `generated/` that the test server imports, by name, for any contract. */
export async function writeTestServer(contract: Contract): Promise<Record<string, string>> {
  const rows = pathOperations(contract).map(({ operation, method, path }) => [operation.operationId, { method, path }]);
  return {
    "operations.ts": `export const operations = ${JSON.stringify(Object.fromEntries(rows))};`,
    "fixtures.ts": writeFixtures(contract),
    "servers.ts": await writeServers(contract),
    ...(await writeRequests(contract)),
  };
}
