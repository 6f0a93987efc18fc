import createClient, { type Client } from "openapi-fetch";
import { type OperationId, operations } from "../generated/operations.ts";
import type { paths } from "../generated/schema.ts";
import { type Call, failCall, readCallOptions, runCall, undocumentedRow } from "./client/call.ts";
import { runInTime } from "./client/deadline.ts";
import { createMisuse, Failed } from "./client/errors.ts";
import type { CallOptions, PhoneAgentClientOptions } from "./client/options.ts";
import { buildRequest, findOperation, type Outgoing, type Values } from "./client/request.ts";
import { is2xx } from "./client/response.ts";
import { type Received, sendWithRetries } from "./client/send.ts";
import { mergeHeaders, readSettings, type Settings } from "./client/settings.ts";
import { createPathMatcher, pathValueNamesOf, segmentsOf } from "./openapi/path.ts";

/** The options of `createFetch` and `createHttp`: those of the client, without the names of the junk inbox. */
export type HttpOptions = Omit<PhoneAgentClientOptions, "junkInboxInputNames">;

type Init = RequestInit & Pick<CallOptions, "timeoutMs" | "deadlineMs">;

/** A `fetch` with the times of its call. */
type Fetch = (input: string | URL | Request, init?: Init) => Promise<Response>;

/**
 * Creates a `fetch` for any client of the service, with the protections of our client: it adds the token as a request
 * leaves, respects timeout, deadline, signal and hooks, and retries what the contract marks as safe to retry. Non-2xx
 * responses are returned, and `onError` notified. Redirects aren't followed; `Response.url` is empty.
 * @throws PhoneAgentError of kind `configuration` if an option is wrong. The `fetch` rejects with a `PhoneAgentError`,
 * of kind `configuration` if a request is for another address than `baseUrl`.
 */
export const createFetch = (options: HttpOptions = {}): Fetch =>
  fetchWith(readSettings("createFetch", options), "createFetch");

/**
 * Creates the typed openapi-fetch client over `createFetch`. It returns the body of a non-2xx response as `error`, and
 * throws a `PhoneAgentError` for other failures; errors of middleware pass through. Every call takes `timeoutMs` and
 * `deadlineMs`, too. Middleware doesn't see the signal. An undocumented body of a success isn't returned.
 * @throws PhoneAgentError of kind `configuration` if an option is wrong.
 */
export function createHttp(options: HttpOptions = {}): Client<paths> {
  const settings = readSettings("createHttp", options);
  // The headers are in the request already, and middleware may remove them.
  const fetch = fetchWith({ ...settings, headers: undefined }, "createHttp");
  // The client gets its type on return: in here, TypeScript would work out every operation's types.
  const client = createClient<Record<string, Record<"get", object>>>({ baseUrl: settings.baseUrl });

  async function request(verb: unknown, target: unknown, callOptions?: HttpInit | null) {
    const { signal = null, timeoutMs, deadlineMs, ...init } = callOptions ?? {};
    const { params, bodySerializer } = init;
    const [method, path] = [
      typeof verb === "string" ? verb.toUpperCase() : "",
      typeof target === "string" ? target : "",
    ];
    const id = findOperation(method, path);
    const row = id ? operations[id] : undocumentedRow(method, path);
    // Serialized here, as the named operations do it: openapi-fetch's serializers don't know the operation.
    const { url, init: serialized } = await runCall(settings, id, row, (call) => {
      if (!method) throw createMisuse("The method must be a string.");
      const names = reserved.filter((name) => name in init);
      if (names.length > 0) throw createMisuse(`${names.join(", ")} can't be set per call.`);
      if (/^(GET|HEAD)$/.test(method) && init.body !== undefined) throw createMisuse(`${method} takes no body.`);
      call.options = { ...settings.callOptions, headers: init.headers };
      const pathValues = pathValueNamesOf(path).map((name) => params?.path?.[name]);
      return buildRequest(call, { ...params, path: pathValues, body: bodySerializer ? undefined : init.body });
    });
    return client.request(method as "get", path, {
      ...init,
      // Without a path in the params, openapi-fetch calls no serializer of it.
      params: { path: {}, ...params },
      pathSerializer: () => url,
      querySerializer: () => "",
      headers: serialized.headers,
      ...(!bodySerializer && { body: serialized.body ?? undefined, bodySerializer: (body: unknown) => body }),
      // Not in the request: middleware may replace it, and the platform leaves a listener on its signal.
      fetch: (request: Request) => fetch(request, { signal, timeoutMs, deadlineMs }),
    } as never);
  }

  const methods = Object.keys(client).filter((name) => name === name.toUpperCase());
  const byMethod = Object.fromEntries(methods.map((method) => [method, request.bind(null, method)]));
  return { ...client, request, ...byMethod } as unknown as Client<paths>;
}

type HttpInit = Init & {
  params?: Omit<Values, "path"> & { path?: Readonly<Record<string, unknown>> };
  bodySerializer?: unknown;
};

/** Options that would have no effect, since the request is serialized already. */
const reserved = ["baseUrl", "fetch", "Request", "pathSerializer", "querySerializer"];

/** Creates a `fetch`. Until the operation of a call is known, `operation` is its name in errors. */
function fetchWith(settings: Settings, operation: string): Fetch {
  return (input, options) =>
    runCall(settings, operation, undocumentedRow("", ""), async (call) => {
      const { signal, timeoutMs, deadlineMs, ...init } = options ?? {};
      const source = input instanceof Request ? input : undefined;
      readCallOptions(call, { signal: signal ?? source?.signal, timeoutMs, deadlineMs });
      // Without the signal: the platform leaves a listener on it. With an init, a request loses its referrer policy.
      const isComplete = source && Object.keys(init).length === 0;
      const request = isComplete ? source : new Request(input, { ...init, signal: null });
      // What a client adds to its `Request`, such as a `dispatcher`, is for `fetch`. Symbols are the platform's.
      const custom = { ...Object.fromEntries(Object.entries(source ?? {})), ...init };
      const outgoing = await readRequest(call, request, custom);
      await sendWithRetries(call, outgoing).catch((error) => {
        const { status = 0, bytes } = call.response ?? {};
        // No `Response` can have another status, such as the 0 of a hidden redirect.
        const isWhole = status > 199 && status < 600 && bytes && bytes.length <= settings.maxBodyBytes;
        if (!(isWhole && error instanceof Failed && error.failure.kind === "http")) throw error;
        failCall(call, error);
      });
      return createResponse(call);
    });
}

/** Finds the operation of a request, and reads its body. `custom` is for `fetch`: the caller's init and additions. */
async function readRequest(call: Call, request: Request, custom: object): Promise<Outgoing> {
  const { settings, record } = call;
  const { method } = request;
  const { origin, pathname, search } = new URL(request.url);
  const path = (origin + pathname).slice(settings.baseUrl.length);
  if (settings.baseUrl + path !== origin + pathname || path[0] !== "/") {
    throw createMisuse("The request is for another address than `baseUrl`.");
  }
  const id = findOperationId(method, path);
  // HEAD is the only method that matches the operation of another one: its response is that to GET, without the body.
  const row = id && operations[id];
  call.row = row?.method === method ? row : undocumentedRow(method, path, row?.repeatable);
  Object.assign(record, { operation: id ?? `${method} ${path}`, method, path });
  const { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy } = request;
  const properties = { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy };
  const headers = mergeHeaders(settings.headers, request.headers);
  // Firefox has no `Request.body`.
  const body = request.body === null ? undefined : await runInTime(call, () => request.arrayBuffer());
  return {
    url: settings.baseUrl + path + search,
    init: { ...properties, ...custom, method, headers, body: body?.byteLength ? body : null, redirect: "manual" },
  };
}

const matcher = createPathMatcher(operations);

function findOperationId(method: string, path: string): OperationId | undefined {
  try {
    return matcher.match(method, segmentsOf(path).map(decodeURIComponent))?.id;
  } catch {
    // No documented operation has a value with malformed percent-encoding.
    return undefined;
  }
}

/** Creates the `Response` for the caller. Its `url` is empty, so it doesn't contain the token. */
function createResponse({ row, response }: Call): Response {
  const { status, headers: receivedHeaders, bytes, stream } = response as Received;
  const headers = new Headers(receivedHeaders);
  // The length was that on the wire.
  headers.delete("content-length");
  const isEmpty = [204, 205, 304].includes(status) || (is2xx(status) && !row.success);
  return new Response(isEmpty ? null : (stream ?? bytes ?? null), { status, headers });
}
