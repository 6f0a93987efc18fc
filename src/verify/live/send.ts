import { withToken } from "../../client/attempt.ts";
import type { Validate } from "../../client/options.ts";
import { maxBody, type RecordedBody, readBody } from "../traffic/body.ts";
import type { Body } from "../traffic/exchange.ts";
import { redactionOf } from "../traffic/secrets.ts";
import { isProbe, type PlannedRequest } from "./plan.ts";

/** The service that requests are sent to. */
export interface TargetService {
  readonly baseUrl: string;
  readonly token: string;
  /** The time limit of a whole response, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A complete response, its body without secrets. */
export interface ServiceResponse {
  readonly status: number;
  readonly body: Body;
}

/** A token that no service issues. */
const wrongToken = "not-a-token-sent-by-verify";

/** Sends a request once, and follows no redirect. Resolves to a sentence that says why if no complete response arrives. */
export async function send(
  request: PlannedRequest,
  target: TargetService,
  validate: Validate,
): Promise<ServiceResponse | string> {
  const response = await receive(request, target);
  if (typeof response === "string") return response;
  const { operation, segments } = request;
  const { status, ...body } = response;
  // Only the status of a probe is compared.
  const redaction = isProbe(request) ? "nothing" : redactionOf(operation, segments);
  return { status, body: readBody(body, redaction, (value) => validate(operation, value)) };
}

/** Sends a request, and reads its response up to the size that can be compared. */
async function receive(
  { method, segments, query, token: kind }: PlannedRequest,
  { baseUrl, token, timeoutMs, signal }: TargetService,
): Promise<(RecordedBody & { status: number }) | string> {
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
      // A service may close an idle connection during the pause, so each request opens a new one.
      headers: { accept: "application/json", connection: "close" },
      redirect: "manual",
      signal: AbortSignal.any([signal, timeout]),
    });
    const bytes = await readBytes(response.body);
    return { status: response.status, contentType: response.headers.get("content-type") ?? undefined, bytes };
  } catch (error) {
    if (signal.aborted) return "Interrupted.";
    if (timeout.aborted) return `Timed out after ${timeoutMs} ms.`;
    return `No complete response${describeCode(error)}.`;
  }
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
