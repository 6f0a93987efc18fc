import { withToken } from "../../client/send.ts";
import type { Options } from "../options.ts";
import { decodeBody, maxBody } from "../traffic/body.ts";
import type { Exchange } from "../traffic/exchange.ts";
import { redactionOf } from "../traffic/redaction.ts";
import type { PlannedRequest } from "./plan.ts";

/** The service that requests are sent to. */
export interface TargetService extends Pick<Options, "timeoutMs"> {
  readonly baseUrl: string;
  readonly token: string;
  readonly signal: AbortSignal;
}

/** A token that no service issues. */
const wrongToken = "not-a-token-sent-by-verify";

/**
 * Sends a request once, follows no redirect, and reads the response up to the size that can be compared. Resolves to a
 * sentence that says why if no complete response arrives.
 * @param number The number of the request, from 1.
 */
export async function sendPlanned(
  { operation, segments, query, probe }: PlannedRequest,
  number: number,
  { baseUrl, token, timeoutMs, signal }: TargetService,
): Promise<Exchange | string> {
  const url = `${baseUrl}/${segments.map(encodeURIComponent).join("/")}${query && `?${query}`}`;
  const takesToken = operation.takesToken && probe !== "without a token";
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await fetch(takesToken ? withToken(url, probe ? wrongToken : token) : url, {
      method: operation.method,
      // A service may close an idle connection during the pause, so each request opens a new one.
      headers: { accept: "application/json", connection: "close" },
      redirect: "manual",
      signal: AbortSignal.any([signal, timeout]),
    });
    bytes = await readBytes(response.body);
  } catch (error) {
    if (timeout.aborted) return `Timed out after ${timeoutMs} ms.`;
    // The error's message can quote the URL with the token.
    const { code } = Object((error as Error).cause);
    return `No complete response${code === undefined ? "" : ` (${code})`}.`;
  }
  // Only the status of a probe is compared.
  const redaction = probe ? "nothing" : redactionOf(operation, segments);
  const headerOf = (name: string) => response.headers.get(name) ?? undefined;
  // A body that is packed in a way that `fetch` doesn't know arrives packed.
  const body = { contentType: headerOf("content-type"), bytes, encoding: headerOf("content-encoding") };
  return {
    ...{ source: "live", file: "", session: "", number, at: new Date().toISOString() },
    method: operation.method,
    segments,
    query: new URLSearchParams(query),
    requestHeaders: ["accept"],
    requestBody: { mediaType: undefined, content: { missing: "no content" } },
    status: response.status,
    responseBody: decodeBody(body, redaction, operation.check),
  };
}

/** Reads a body up to the size that can be compared, since it may never end. */
async function readBytes(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBody) break;
  }
  return Buffer.concat(chunks);
}
