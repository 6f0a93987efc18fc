import type { IncomingMessage, ServerResponse } from "node:http";
import { longestBody } from "../testing/answer.ts";
import type { Answered } from "../testing/exchange.ts";
import { garbage } from "../testing/send.ts";

/** The body, as far as it may be long. A body that breaks off is what came of it: nobody is left to answer. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (length === undefined && coding === undefined) return "";
  let body = "";
  try {
    for await (const chunk of request.setEncoding("utf8")) if (body.length <= longestBody) body += chunk;
  } catch {}
  return body;
}

/** What a page in a browser may send, and may read of an answer. */
export const cors = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "mock-operation, mock-example, mock-unspecified, mock-source, mock-fault, mock-run",
};

/** Answers the question that a browser asks before a request of another origin. */
export function preflight(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== "OPTIONS" || request.headers["access-control-request-method"] === undefined) return false;
  response.writeHead(204, {
    ...cors,
    "access-control-allow-methods": "GET, HEAD, PUT, POST, DELETE, PATCH",
    "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
    "access-control-max-age": "600",
  });
  response.end();
  return true;
}

/** Sends an answer, after its delay and with its fault. */
export async function deliver(response: ServerResponse, answered: Answered): Promise<void> {
  const { status, delay, fault, delivered } = answered;
  if (delay > 0) await pause(delay, response);
  // A request in a pipeline has no socket before those ahead of it have their answers.
  if (!response.socket) await new Promise((resolve) => response.once("socket", resolve).once("close", resolve));
  if (response.destroyed) return;
  if (fault === "reset") {
    response.socket?.resetAndDestroy();
    return;
  }
  if (fault === undefined) response.once("finish", delivered);
  const body = fault === "garbage" ? garbage : answered.body;
  const head = { ...cors, ...answered.headers };
  if (status === 204 || status === 304) {
    response.writeHead(status, head).end();
    return;
  }
  if (fault === "stall" || fault === "truncate") {
    const bytes = Buffer.from(body);
    // Of an empty body at least one byte is promised, so that it can be missing.
    response.writeHead(status, { ...head, "content-length": Math.max(bytes.length, 1) });
    response.write(bytes.subarray(0, bytes.length / 2));
    if (fault === "truncate") response.socket?.destroySoon();
  } else {
    response.writeHead(status, { ...head, "content-length": Buffer.byteLength(body) });
    // A string goes out in one with the head, which is faster, but as UTF-8: the bytes of a name would be encoded twice.
    response.end(answered.headers["mock-run"] ? Buffer.from(body) : body);
  }
}

function pause(milliseconds: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    response.once("close", done);
    function done() {
      clearTimeout(timer);
      response.off("close", done);
      resolve();
    }
  });
}
