import createClient, {
  type Client,
  type ClientOptions,
  defaultPathSerializer,
} from "openapi-fetch";
import { type OperationId, operations } from "#generated/operations.ts";
import type { paths } from "#generated/schema.ts";
import { type Call, createCall } from "./client/call.ts";
import { withTimeout } from "./client/deadline.ts";
import { attempt } from "./client/entries.ts";
import { configError, type Head, type PhoneAgentError, rethrowAs } from "./client/errors.ts";
import { mergeHeaders } from "./client/headers.ts";
import type { CallOptions, PhoneAgentClientOptions } from "./client/options.ts";
import { runCall } from "./client/run.ts";
import { readCallOptions, readSettings, type Settings } from "./client/settings.ts";
import { adHocSpec } from "./client/spec.ts";
import {
  createPathMatcher,
  decode,
  decodedSegmentsOf,
  fillPath,
  pathValueNamesOf,
} from "./openapi/path.ts";
import { canHaveContent, isSuccessStatus } from "./openapi/status.ts";

/**
 * The options of `createFetch` and `createHttp`: those of the client, without the names of the junk
 * inbox.
 */
export type HttpOptions = Omit<PhoneAgentClientOptions, "junkInboxInputNames">;

/**
 * The options of `createHttp`. The serializers are those of openapi-fetch, for the calls that have
 * none.
 */
export type HttpClientOptions = HttpOptions &
  Pick<ClientOptions, "bodySerializer" | "pathSerializer" | "querySerializer">;

type Init = RequestInit & Pick<CallOptions, "timeoutMs" | "deadlineMs">;

/** A `fetch` with the times of its call. */
type Fetch = (input: string | URL | Request, init?: Init) => Promise<Response>;

/**
 * Creates a `fetch` for any client of the service, with the protections of our client: it adds the
 * token as a request leaves, respects timeout, deadline, signal and hooks, and retries what the
 * contract marks as safe to retry. Non-2xx responses are returned, and `onError` notified.
 * Redirects aren't followed; `Response.url` is empty.
 * @throws PhoneAgentError of kind `configuration` if an option is wrong. The `fetch` rejects with a
 * `PhoneAgentError`, of kind `configuration` if a request isn't below `baseUrl`.
 */
export const createFetch = (options: HttpOptions = {}): Fetch =>
  fetchWith(
    rethrowAs("createFetch", () => readSettings(options)),
    "createFetch",
  );

/**
 * Creates openapi-fetch's own client of the contract's paths over `createFetch`. It returns the
 * body of a non-2xx response as `error`, and throws a `PhoneAgentError` for other failures; errors
 * of middleware, and those of the platform for what no `Request` can have, pass through. Each
 * property of an object in a query becomes a parameter, unless the `querySerializer` says
 * otherwise. An undocumented body of a success isn't returned.
 * @throws PhoneAgentError of kind `configuration` if an option is wrong. A call throws it for a
 * path value that is missing, empty, "." or "..".
 */
export function createHttp(options: HttpClientOptions = {}): Client<paths> {
  const settings = rethrowAs("createHttp", () =>
    readSettings(options, "bodySerializer", "pathSerializer", "querySerializer"),
  );
  const { bodySerializer, pathSerializer = serializePath, querySerializer } = options;
  const object = { style: "form", explode: true } as const;
  return createClient<paths>({
    baseUrl: settings.baseUrl,
    // In openapi-fetch's request, so that middleware sees them and a call can remove them.
    headers: settings.headers,
    fetch: fetchWith({ ...settings, headers: new Headers() }, "createHttp"),
    querySerializer:
      typeof querySerializer === "function" ? querySerializer : { object, ...querySerializer },
    pathSerializer,
    ...(bodySerializer && { bodySerializer }),
  });
}

/**
 * Serializes path values as openapi-fetch does, but those that a URL parser would take for other
 * paths.
 */
const serializePath = (url: string, values: Record<string, unknown>): string =>
  rethrowAs("createHttp", () =>
    fillPath(url, (name) => {
      const value = defaultPathSerializer(`{${name}}`, values);
      if (!/^\.{0,2}$/.test(value)) return value;
      throw configError(`The value of \`{${name}}\` can't be "", "." or "..".`);
    }),
  );

/** Creates a `fetch`. Until the operation of a call is known, `operation` is its name in errors. */
const fetchWith =
  (settings: Settings, operation: string): Fetch =>
  async (input, init) => {
    const call = createCall(settings, adHocSpec("", ""), operation);
    try {
      await runCall(call, () => prepare(call, input, init ?? {}));
    } catch (error) {
      if (!isFailureResponse(call, error as PhoneAgentError)) throw error;
    }
    return createResponse(call);
  };

/** Returns whether a failure is a response that can be returned as a whole. */
function isFailureResponse({ head, bytes, settings }: Call, { kind }: PhoneAgentError): boolean {
  const { status = 0 } = head ?? {};
  // No `Response` can have another status, such as the 0 of a hidden redirect.
  const isWhole =
    status > 199 && status < 600 && bytes !== undefined && bytes.length <= settings.maxBodyBytes;
  return isWhole && kind === "http";
}

/** Finds the operation of a request, and reads its body. */
async function prepare(
  call: Call,
  input: Parameters<Fetch>[0],
  { signal, timeoutMs, deadlineMs, ...init }: Init,
): Promise<void> {
  const { settings } = call;
  const source = input instanceof Request ? input : undefined;
  const options = { signal: signal ?? source?.signal, timeoutMs, deadlineMs };
  call.limits = readCallOptions(options, settings);
  if (!source && !attempt(() => new URL(input as string, globalThis.location?.href))) {
    throw configError(`The URL must be absolute and begin with \`baseUrl\`, ${settings.baseUrl}.`);
  }
  // Without the signal: the platform leaves a listener on it. With an init, a request loses its
  // referrer policy.
  const isComplete = source && Object.keys(init).length === 0;
  const request = isComplete ? source : new Request(input, { ...init, signal: null });
  const { method } = request;
  const { origin, pathname, search } = new URL(request.url);
  const path = (origin + pathname).slice(settings.baseUrl.length);
  if (settings.baseUrl + path !== origin + pathname || path[0] !== "/") {
    throw configError(
      `The request is for ${origin}, and not below \`baseUrl\`, ${settings.baseUrl}.`,
    );
  }
  const id = findOperation(method, path);
  const spec = id && operations[id];
  // HEAD is the only method that matches the operation of another one: its response is that to GET,
  // without the body.
  call.spec = spec?.method === method ? spec : adHocSpec(method, path, spec?.repeatable);
  call.operation = id;
  // Firefox has no `Request.body`.
  const body =
    request.body === null ? undefined : await withTimeout(call.limits, () => request.arrayBuffer());
  // What a client adds to its `Request`, such as a `dispatcher`, is for `fetch`. Symbols are the
  // platform's.
  const custom = { ...Object.fromEntries(Object.entries(source ?? {})), ...init };
  const { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy } = request;
  call.request = {
    path,
    url: settings.baseUrl + path + search,
    init: {
      ...{ cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy },
      ...custom,
      method,
      headers: headersOf(request, init, settings),
      body: body?.byteLength ? body : null,
      redirect: "manual",
    },
  };
}

/** Merges the headers of the client and a request. Its own type of a string isn't the caller's. */
function headersOf({ headers }: Request, { body, headers: own }: Init, settings: Settings) {
  const isTyped = typeof body !== "string" || new Headers(own).has("content-type");
  return isTyped
    ? mergeHeaders(settings.headers, headers)
    : mergeHeaders(headers, settings.headers, own);
}

/** Returns the id of the operation of a request. Throws if a value is missing in its path. */
function findOperation(method: string, path: string): OperationId | undefined {
  const id = matcher.match(method, decodedSegmentsOf(path))?.id;
  const names = id ? pathValueNamesOf(operations[id].path) : [];
  const unfilled = names.find((name) => decode(path)?.includes(`{${name}}`));
  if (unfilled) throw configError(`The value of \`{${unfilled}}\` is missing.`);
  return id;
}

const matcher = createPathMatcher(operations);

/** Creates the `Response` for the caller. Its `url` is empty, so it doesn't contain the token. */
function createResponse({ spec, head, bytes, stream }: Call): Response {
  const { status, headers: receivedHeaders } = head as Head;
  const headers = new Headers(receivedHeaders);
  // The length was that on the wire.
  headers.delete("content-length");
  const isEmpty = !canHaveContent(status) || (isSuccessStatus(status) && !spec.success);
  return new Response(isEmpty ? null : (stream ?? bytes ?? null), { status, headers });
}
