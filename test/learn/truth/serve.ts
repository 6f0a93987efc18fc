import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { seeded } from "../../../scripts/bench/seeded.ts";
import { respond } from "./respond.ts";
import type { TruthOperation } from "./service.ts";

/** The made-up service, over HTTP on a port of its own. */
export async function startService(operations: readonly TruthOperation[], seed = 1) {
  const random = seeded(seed);
  const find = finder(operations);
  const server = createServer(async (request: IncomingMessage, response) => {
    request.resume();
    await once(request, "end");
    const sent = { method: request.method ?? "", path: request.url ?? "" };
    const operation = find(sent.method, sent.path);
    const { status, mediaType, body } = operation
      ? respond(operation, sent, random)
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

/** Literal paths come before templates. */
function finder(operations: readonly TruthOperation[]) {
  const values = ({ path }: TruthOperation) => path.split("{").length;
  const patterns = [...operations]
    .sort((one, other) => values(one) - values(other))
    .map((operation) => ({ operation, pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`) }));
  return (method: string, path: string): TruthOperation | undefined =>
    patterns.find((one) => one.operation.method === method && one.pattern.test(path.split("?")[0] ?? ""))?.operation;
}
