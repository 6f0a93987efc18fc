import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { MockResponse } from "../core/exchange.ts";
import { splitItems } from "../core/media.ts";
import { maxBodyLength } from "../core/request.ts";
import { canHaveContent } from "../openapi/status.ts";

/**
 * Reads the body, but stores no more past the limit. If the client disconnects, returns what
 * arrived.
 */
export async function readBodyText(request: IncomingMessage): Promise<string> {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (length === undefined && coding === undefined) return "";
  let body = "";
  try {
    for await (const chunk of request.setEncoding("utf8"))
      if (body.length <= maxBodyLength) body += chunk;
  } catch {}
  return body;
}

/** A browser that guesses types would run a planned body as a page. */
export const noSniff = { "x-content-type-options": "nosniff" };

/**
 * Any web page may call the API, and read its responses; opened as a page, a response runs no
 * script. A browser that sends credentials wants its own origin and names in place of asterisks.
 */
const corsHeaders = (origin: string | undefined, names: readonly string[] = []) => ({
  ...noSniff,
  "content-security-policy": "sandbox",
  vary: "origin",
  "access-control-allow-origin": origin ?? "*",
  "access-control-expose-headers": origin === undefined ? "*" : names.join(", "),
  ...(origin !== undefined && { "access-control-allow-credentials": "true" }),
});

/** Responds to the preflight request of a browser. Returns whether the request was one. */
export function respondToPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  if (
    request.method !== "OPTIONS" ||
    request.headers["access-control-request-method"] === undefined
  )
    return false;
  response.writeHead(204, {
    ...corsHeaders(request.headers.origin),
    "access-control-allow-methods": request.headers["access-control-request-method"],
    "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
    "access-control-max-age": "600",
  });
  response.end();
  return true;
}

export async function sendResponse(
  response: ServerResponse,
  mockResponse: MockResponse,
): Promise<void> {
  const { status, body, delay = 0, fault, markDelivered } = mockResponse;
  if (delay > 0) {
    const disconnected = new AbortController();
    response.once("close", () => disconnected.abort());
    await setTimeout(delay, undefined, { signal: disconnected.signal }).catch(() => {});
  }
  if (response.destroyed) return;
  if (fault === "reset") {
    response.socket?.resetAndDestroy();
    return;
  }
  if (fault === undefined) response.once("finish", markDelivered);
  const headers = {
    ...corsHeaders(response.req.headers.origin, Object.keys(mockResponse.headers)),
    ...mockResponse.headers,
  };
  if (fault === "stall" || fault === "truncate") {
    const bytes = Buffer.from(body);
    // An empty body promises one byte, so that it can be missing.
    response.writeHead(status, { ...headers, "content-length": Math.max(bytes.length, 1) });
    response.write(bytes.subarray(0, bytes.length / 2));
    if (fault === "truncate") response.socket?.destroySoon();
    return;
  }
  const pieces = splitItems(body, mockResponse.headers["content-type"]);
  // Several events are sent in chunks. Of the responses that can't have content, only a 205 has a
  // length (RFC 9110, 15.3.6).
  const hasLength = pieces.length === 1 && (canHaveContent(status) || status === 205);
  response.writeHead(status, {
    ...headers,
    ...(hasLength && { "content-length": Buffer.byteLength(body) }),
  });
  for (const piece of pieces.slice(0, -1)) {
    response.write(piece);
    // Node sends what is written in one turn together.
    await setImmediate();
  }
  response.end(pieces.at(-1));
}
