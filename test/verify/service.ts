import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { type OperationId, operations } from "../../generated/operations.ts";

/** A response before it is sent: what a fault changes. */
export interface Reply {
  status: number;
  contentType: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: faults reach anywhere into it
  body: any;
  /** The query of the request. */
  readonly query: URLSearchParams;
}

export type Plant = (reply: Reply) => void;
export type Faults = readonly { readonly operation: OperationId; readonly plant: Plant }[];

/** The page number's name, if it is documented. */
const pageInput = operations.listJunkInbox.pages?.input ?? "page";

const [firstRoom] = fixtures.listJunkInbox["every-field"].rooms;
const room = (number: number) => ({ ...firstRoom, roomId: `1001:${number}`, id: number });

const bodies: Partial<Record<OperationId, (query: URLSearchParams) => unknown>> = {
  listTokens: () => fixtures.listTokens["every-field"],
  listJunkInbox: (query) => {
    const pageNumber = Number(query.get(pageInput) ?? 0);
    const rooms = [1, 2, 3, 4, 5].map(room).slice(pageNumber * 2, pageNumber * 2 + 2);
    return { pageSize: 2, pageNumber, totalRooms: 5, rooms };
  },
  listWebhookRelayTypes: () => ({ success: true, types: ["sms", "voice"] }),
  getWebhookRelay: () => fixtures.getWebhookRelay["every-field"],
  deleteSipRegistration: () => undefined,
};

/** The operation of a request. Written out: the matcher of the project is under test. */
function operationOf(method: string, path: string): OperationId | undefined {
  const [, name] = /^\/api\/v2\/(.+)$/.exec(path) ?? [];
  if (method === "DELETE") return name === "sip/registration" ? "deleteSipRegistration" : undefined;
  const names: Record<string, OperationId> = {
    ...{ tokens: "listTokens", junkConversations: "listJunkInbox", "webhookRelay/types": "listWebhookRelayTypes" },
  };
  return names[name ?? ""] ?? (/^webhookRelay\/[^/]+$/.test(name ?? "") ? "getWebhookRelay" : undefined);
}

/** The service as the contract has it, over HTTP, and what it received. Each fault changes what an operation returns. */
export async function service(faults: Faults = []) {
  const received: string[] = [];
  const url = await listening((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://service");
    received.push(`${request.method} ${pathname}`);
    const operation = operationOf(request.method ?? "", pathname);
    const isKnown = operation !== undefined && searchParams.get("token") === "tok-right";
    const reply: Reply = isKnown
      ? { status: 200, contentType: "application/json", body: bodies[operation]?.(searchParams), query: searchParams }
      : { status: operation ? 401 : 404, contentType: "application/json", body: { error: "no" }, query: searchParams };
    if (isKnown) for (const fault of faults) if (fault.operation === operation) fault.plant(reply);
    const { status, contentType, body } = reply;
    // No response.
    if (status === 0) return;
    response.statusCode = status;
    if (contentType !== undefined && body !== undefined) response.setHeader("content-type", contentType);
    response.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
  });
  return { url, received };
}

/** Listens on a free port until the test ends. */
export async function listening(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
