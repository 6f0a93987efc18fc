import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createRandom } from "../../../scripts/tools/random.ts";
import { respond } from "./respond.ts";
import type { TruthOperation } from "./service.ts";

/** Starts the made-up service over HTTP on a free port. */
export async function startService(operations: readonly TruthOperation[]) {
  const random = createRandom(1);
  const find = createFinder(operations);
  const server = createServer(async (request: IncomingMessage, response) => {
    request.resume();
    await once(request, "end");
    const sentRequest = { method: request.method ?? "", path: request.url ?? "" };
    const operation = find(sentRequest.method, sentRequest.path);
    const { status, mediaType, body } = operation
      ? respond(operation, sentRequest, random)
      : { status: 404, mediaType: "application/json", body: { success: false } };
    response.writeHead(status, mediaType ? { "content-type": mediaType } : {});
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Creates the function that finds the operation of a request. Literal paths precede templates. */
function createFinder(operations: readonly TruthOperation[]) {
  const values = ({ path }: TruthOperation) => path.split("{").length;
  const patterns = [...operations]
    .sort((a, b) => values(a) - values(b))
    .map((operation) => ({ operation, pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`) }));
  return (method: string, path: string): TruthOperation | undefined =>
    patterns.find((entry) => entry.operation.method === method && entry.pattern.test(path.split("?")[0] ?? ""))
      ?.operation;
}
