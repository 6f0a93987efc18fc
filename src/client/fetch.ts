import { type OperationId, type OperationRow, operations } from "../../generated/operations.ts";
import { createPathMatcher, segmentsOf } from "../openapi/path.ts";
import type { Received } from "./attempt.ts";
import { type Call, failCall, runCall, undocumented } from "./call.ts";
import { runInTime } from "./deadline.ts";
import { createMisuse, Failed } from "./errors.ts";
import type { CallOptions, Settings } from "./options.ts";
import { type Outgoing, tokenInQuery } from "./request.ts";
import { is2xx, readValue } from "./response.ts";
import { sendWithRetries } from "./send.ts";
import { mergeHeaders, readCallOptions } from "./settings.ts";

/** A `fetch` with the times of its call. */
export type Fetch = (
  input: string | URL | Request,
  init?: RequestInit & Pick<CallOptions, "timeoutMs" | "deadlineMs">,
) => Promise<Response>;

/**
 * Creates the `fetch` of these settings.
 * @param operation The name of a call in its error until its operation is known: the function that creates the `fetch`.
 */
export function fetchWith(settings: Settings, operation: string): Fetch {
  return (input, options) =>
    runCall(settings, operation, { ...undocumented, method: "", path: "" }, async (call) => {
      const { signal, timeoutMs, deadlineMs, ...init } = options ?? {};
      const source = input instanceof Request ? input : undefined;
      call.options = readCallOptions(settings, { signal: signal ?? source?.signal, timeoutMs, deadlineMs });
      // Without the signal: the platform leaves a listener on it. With an init, a request loses its referrer policy.
      const isComplete = source && Object.keys(init).length === 0;
      const request = isComplete ? source : new Request(input, { ...init, signal: null });
      // A property that a client adds to its `Request`, such as a `dispatcher`, is for `fetch`. Symbols are the platform's.
      const properties = Object.fromEntries(Object.entries(source ?? {}));
      const result = await sendWithRetries(call, await readRequest(call, request, { ...properties, ...init }));
      try {
        readValue(call, result);
      } catch (error) {
        if (!isReturned(error, result)) throw error;
        failCall(call, error);
      }
      return responseOf(result, call.row);
    });
}

/**
 * Finds the operation of a request, adds it to the call, and reads the request whole, its body included.
 * @param custom The caller's `init` and additions to the `Request`, which are passed on to `fetch`.
 */
async function readRequest(call: Call, request: Request, custom: object): Promise<Outgoing> {
  const { settings, record } = call;
  const { method } = request;
  const { origin, pathname, search, searchParams } = new URL(request.url);
  const path = (origin + pathname).slice(settings.baseUrl.length);
  if (settings.baseUrl + path !== origin + pathname || path[0] !== "/") {
    throw createMisuse("The request is for another address than `baseUrl`.");
  }
  const id = operationOf(method, path);
  // HEAD is the only method that matches the operation of another one: its response is that to GET, without the body.
  const row = id && operations[id];
  call.row = row?.method === method ? row : { ...undocumented, repeatable: row?.repeatable === true, method, path };
  Object.assign(record, { operation: id ?? `${method} ${path}`, method, path });
  if (searchParams.has("token")) throw createMisuse(tokenInQuery);
  const { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy } = request;
  const properties = { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy };
  const headers = mergeHeaders(settings.headers, request.headers);
  // Firefox has no `Request.body`.
  const body = request.body === null ? undefined : await runInTime(call, () => request.arrayBuffer());
  return {
    url: settings.baseUrl + path + search,
    init: { ...properties, ...custom, method, headers, body: body?.byteLength ? body : null },
  };
}

const matcher = createPathMatcher(operations);

/** Returns the documented operation that a path with its values is for. */
function operationOf(method: string, path: string): OperationId | undefined {
  try {
    return matcher.match(method, segmentsOf(path).map(decodeURIComponent))?.id;
  } catch {
    // Malformed percent-encoding is no value of a documented path.
    return undefined;
  }
}

/** Returns whether a failure is a whole response that `Response` can represent: not status 0, a hidden redirect. */
const isReturned = (error: unknown, { status, isPartial }: Received): boolean =>
  error instanceof Failed && error.failure.kind === "http" && status > 199 && status < 600 && !isPartial;

/** Creates the `Response` for the caller. Its `url` is empty, so it doesn't contain the token. */
function responseOf(
  { status, headers: receivedHeaders, bytes, stream }: Received,
  { success }: OperationRow,
): Response {
  const headers = new Headers(receivedHeaders);
  // The length was that on the wire.
  headers.delete("content-length");
  const isEmpty = [204, 205, 304].includes(status) || (is2xx(status) && !success);
  return new Response(isEmpty ? null : (stream ?? bytes), { status, headers });
}
