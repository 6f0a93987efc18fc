import { withToken } from "../../client/attempt.ts";
import type { Options } from "../options.ts";
import { decodeBody, maxBody } from "../traffic/body.ts";
import type { Exchange } from "../traffic/exchange.ts";
import { redactionOf } from "../traffic/redaction.ts";
import { isProbe, type PlannedRequest } from "./plan.ts";

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
  request: PlannedRequest,
  number: number,
  { baseUrl, token, timeoutMs, signal }: TargetService,
): Promise<Exchange | string> {
  const { operation, segments, query } = request;
  const url = `${baseUrl}/${segments.map(encodeURIComponent).join("/")}${query && `?${query}`}`;
  const sentToken = { own: token, wrong: wrongToken, absent: undefined, unneeded: undefined }[request.token];
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await fetch(sentToken === undefined ? url : withToken(url, sentToken), {
      method: operation.method,
      // A service may close an idle connection during the pause, so each request opens a new one.
      headers: { accept: "application/json", connection: "close" },
      redirect: "manual",
      signal: AbortSignal.any([signal, timeout]),
    });
    bytes = await readBytes(response.body);
  } catch (error) {
    if (signal.aborted) return "Interrupted.";
    if (timeout.aborted) return `Timed out after ${timeoutMs} ms.`;
    return `No complete response${describeCode(error)}.`;
  }
  // Only the status of a probe is compared.
  const redaction = isProbe(request) ? "nothing" : redactionOf(operation, segments);
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

/** Returns the system's code of an error, if any, in parentheses: its message can quote the URL with the token. */
function describeCode(error: unknown): string {
  const { code, cause } = Object(error) as { code?: unknown; cause?: { code?: unknown } };
  const [systemCode] = /^[A-Z][A-Z\d_]+$/.exec(String(cause?.code ?? code)) ?? [];
  return systemCode === undefined ? "" : ` (${systemCode})`;
}
