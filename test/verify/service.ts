import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import type { OperationId } from "#generated/operations.ts";
import { authenticate } from "#generated/service.ts";
import { runVerify } from "../../src/commands/verify.ts";
import { runHere } from "../command.ts";

export const token = "tok-right";

/** Runs the command to its end, and checks that its output doesn't contain the token. */
export async function runVerifyHere(
  args: readonly string[],
  env: Record<string, string | undefined> = {},
) {
  const ending = await runHere(runVerify, args, {
    PHONE_AGENT_BASE_URL: undefined,
    PHONE_AGENT_TOKEN: token,
    ...env,
  });
  expect(ending.output).not.toContain(token);
  return ending;
}

/** The options of a run that sends each request at once. */
export const runOptions = {
  ...{
    values: {},
    include: [] as string[],
    probeAuth: false,
    pauseMs: 0,
    maxRequests: 100,
    timeoutMs: 10_000,
  },
  ...{
    baseUrl: "https://service.example.com",
    token,
    authenticate,
    signal: new AbortController().signal,
  },
};

/** A response before it is sent, which faults change. */
interface Reply {
  status: number;
  contentType: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: faults change any part of it
  body: any;
  /** The query of the request. */
  readonly query: URLSearchParams;
}

export type Plant = (reply: Reply) => void;
export type Faults = readonly { readonly operation: OperationId; readonly plant: Plant }[];

const [firstRoom] = fixtures.listJunkInbox["every-field"].rooms;
const room = (number: number) => ({ ...firstRoom, roomId: `1001:${number}`, id: number });

const bodies: Partial<Record<OperationId, (query: URLSearchParams) => unknown>> = {
  listTokens: () => fixtures.listTokens["every-field"],
  listJunkInbox: (query) => {
    const pageNumber = Number(query.get("page") ?? 0);
    const rooms = [1, 2, 3, 4, 5].map(room).slice(pageNumber * 2, pageNumber * 2 + 2);
    return { pageSize: 2, pageNumber, totalRooms: 5, rooms };
  },
  listWebhookRelayTypes: () => ({ success: true, types: ["sms", "voice"] }),
  getWebhookRelay: () => fixtures.getWebhookRelay["every-field"],
  deleteSipRegistration: () => undefined,
};

/** Returns the operation of a request. Doesn't use the project's matcher, which is under test. */
function operationOf(method: string, path: string): OperationId | undefined {
  const [, name] = /^\/api\/v2\/(.+)$/.exec(path) ?? [];
  if (method === "DELETE") return name === "sip/registration" ? "deleteSipRegistration" : undefined;
  const names: Record<string, OperationId> = {
    tokens: "listTokens",
    junkConversations: "listJunkInbox",
    "webhookRelay/types": "listWebhookRelayTypes",
  };
  return (
    names[name ?? ""] ?? (/^webhookRelay\/[^/]+$/.test(name ?? "") ? "getWebhookRelay" : undefined)
  );
}

/**
 * Starts a service that keeps to the contract, except for the faults. Returns its URL and the
 * requests it receives.
 */
export async function startService(faults: Faults = []) {
  const requestLines: string[] = [];
  const url = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://service");
    requestLines.push(`${request.method} ${pathname}`);
    const operation = operationOf(request.method ?? "", pathname);
    const isKnown = operation !== undefined && searchParams.get("token") === token;
    const reply: Reply = isKnown
      ? {
          status: 200,
          contentType: "application/json",
          body: bodies[operation]?.(searchParams),
          query: searchParams,
        }
      : {
          status: operation ? 401 : 404,
          contentType: "application/json",
          body: { error: "no" },
          query: searchParams,
        };
    if (isKnown) for (const fault of faults) if (fault.operation === operation) fault.plant(reply);
    const { status, contentType, body } = reply;
    // A fault sets status 0 for no response.
    if (status === 0) return;
    response.statusCode = status;
    if (contentType !== undefined && body !== undefined)
      response.setHeader("content-type", contentType);
    response.end(
      body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    );
  });
  return { url, requestLines };
}

/** Starts a server on a free port until the test ends, and returns its URL. */
export async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
