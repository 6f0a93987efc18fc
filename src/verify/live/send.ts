import { withToken } from "../../client/attempt.ts";
import type { Validate } from "../../client/options.ts";
import { maxBody, type Recorded, readBody } from "../traffic/body.ts";
import type { Body } from "../traffic/exchange.ts";
import { keptOf } from "../traffic/secrets.ts";
import { isProbe, type PlannedRequest } from "./plan.ts";

export interface Target {
  readonly baseUrl: string;
  readonly token: string;
  /** For the whole response, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface Response {
  readonly status: number;
  readonly body: Body;
}

/** A token that no service issues. */
const wrongToken = "not-a-token-sent-by-verify";

/** Sends a request once, and follows no redirect. Resolves to a sentence if there is no complete response. */
export async function send(request: PlannedRequest, target: Target, validate: Validate): Promise<Response | string> {
  const received = await receive(request, target);
  if (typeof received === "string") return received;
  const { operation, segments } = request;
  const { status, ...recorded } = received;
  // A probe is about its status alone.
  const kept = isProbe(request) ? "nothing" : keptOf(operation, segments);
  return { status, body: readBody(recorded, kept, (value) => validate(operation, value)) };
}

async function receive(
  { method, segments, query, token: kind }: PlannedRequest,
  { baseUrl, token, timeoutMs, signal }: Target,
): Promise<(Recorded & { status: number }) | string> {
  const url = `${baseUrl}/${segments.map(encodeURIComponent).join("/")}${query && `?${query}`}`;
  const urls = {
    own: () => withToken(url, token),
    wrong: () => withToken(url, wrongToken),
    absent: () => url,
    unneeded: () => url,
  };
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(urls[kind](), {
      method,
      // A connection of its own: one kept open during the pause may be closed by the time it is used.
      headers: { accept: "application/json", connection: "close" },
      redirect: "manual",
      signal: AbortSignal.any([signal, timeout]),
    });
    const bytes = await read(response.body);
    return { status: response.status, contentType: response.headers.get("content-type") ?? undefined, bytes };
  } catch (error) {
    if (signal.aborted) return "Interrupted.";
    if (timeout.aborted) return `Timed out after ${timeoutMs} ms.`;
    return `No complete response${codeOf(error)}.`;
  }
}

/** Reads no more than can be compared: a body may never end. */
async function read(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBody) break;
  }
  return Buffer.concat(chunks);
}

/** Only the system's code: a message could quote the URL, and with it the token. */
function codeOf(error: unknown): string {
  const { code, cause } = Object(error) as { code?: unknown; cause?: { code?: unknown } };
  const [found] = /^[A-Z][A-Z\d_]+$/.exec(String(cause?.code ?? code)) ?? [];
  return found === undefined ? "" : ` (${found})`;
}
