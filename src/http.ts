import createClient, { type Client, type ClientOptions } from "openapi-fetch";
import { type OperationId, operations } from "../generated/operations.ts";
import type { paths } from "../generated/schema.ts";
import { type Outcome, runCall, startReport } from "./client/call.ts";
import { joinCookie } from "./client/cookies.ts";
import { type Limits, runInTime } from "./client/deadline.ts";
import { createMisuse, runNamed } from "./client/errors.ts";
import type { CallOptions, PhoneAgentClientOptions } from "./client/options.ts";
import { buildRequest, findOperation, type Outgoing, type Values } from "./client/request.ts";
import { is2xx, type Received } from "./client/response.ts";
import { mergeHeaders, readCallOptions, readSettings, type Settings } from "./client/settings.ts";
import { type OperationSpec, undocumentedSpec } from "./client/spec.ts";
import { createPathMatcher, pathValueNamesOf, segmentsOf } from "./openapi/path.ts";

/** The options of `createFetch` and `createHttp`: those of the client, without the names of the junk inbox. */
export type HttpOptions = Omit<PhoneAgentClientOptions, "junkInboxInputNames">;

/** The options of `createHttp`. The serializers are those of openapi-fetch, for the calls that have none. */
export type HttpClientOptions = HttpOptions & Pick<ClientOptions, "bodySerializer" | "querySerializer">;

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
  fetchWith(
    runNamed("createFetch", () => readSettings(options)),
    "createFetch",
  );

/**
 * Creates the typed openapi-fetch client over `createFetch`. It returns the body of a non-2xx response as `error`, and
 * throws a `PhoneAgentError` for other failures; errors of middleware pass through. Every call takes `timeoutMs` and
 * `deadlineMs`, too. Middleware doesn't see the signal. An undocumented body of a success isn't returned.
 * @throws PhoneAgentError of kind `configuration` if an option is wrong.
 */
export function createHttp(options: HttpClientOptions = {}): Client<paths> {
  const settings = runNamed("createHttp", () => readSettings(options, "bodySerializer", "querySerializer"));
  // The headers are in the request already, and middleware may remove them.
  const fetch = fetchWith({ ...settings, headers: undefined }, "createHttp");
  // The client gets its type on return: in here, TypeScript would work out every operation's types.
  const client = createClient<Record<string, Record<"get", object>>>({ baseUrl: settings.baseUrl });

  async function request(verb: unknown, target: unknown, callOptions?: HttpInit | null) {
    const { signal = null, timeoutMs, deadlineMs, ...init } = callOptions ?? {};
    const { params, bodySerializer = options.bodySerializer, querySerializer = options.querySerializer } = init;
    const [method, path] = [
      typeof verb === "string" ? verb.toUpperCase() : "",
      typeof target === "string" ? target : "",
    ];
    const id = findOperation(method, path);
    const spec = id ? operations[id] : undocumentedSpec(method, path);
    // Serialized here, as the named operations do it: openapi-fetch's serializers don't know the operation.
    const serialize = () => {
      if (!method) throw createMisuse("The method must be a string.");
      const names = reserved.filter((name) => name in init);
      if (names.length > 0) throw createMisuse(`${names.join(", ")} can't be set per call: create another client.`);
      if (/^(GET|HEAD)$/.test(method) && init.body !== undefined) throw createMisuse(`${method} takes no body.`);
      const pathValues = pathValueNamesOf(path).map((name) => params?.path?.[name]);
      const query = querySerializer ? undefined : params?.query;
      const body = bodySerializer ? undefined : init.body;
      const cookies = Object.entries(params?.cookie ?? {}).reduce(
        (joined: string | undefined, [name, value]) => (value === undefined ? joined : joinCookie(joined, name, value)),
        undefined,
      );
      const header = { ...params?.header, ...(cookies !== undefined && { cookie: cookies }) };
      const values = { path: pathValues, query, header, body };
      return buildRequest(spec, values, settings, init.headers);
    };
    const { url, init: serialized } = orFail(settings, id, spec, serialize);
    const { body, headers } = serialized;
    // With null, openapi-fetch doesn't set its own.
    const typeHeader = !bodySerializer && { "content-type": headers?.get("content-type") ?? null };
    return client.request(method as "get", path, {
      ...init,
      // Without a path in the params, openapi-fetch calls no serializer of it.
      params: { path: {}, ...params },
      pathSerializer: () => url,
      querySerializer: querySerializer ?? (() => ""),
      bodySerializer: bodySerializer ?? (() => body),
      headers: { ...Object.fromEntries(headers ?? []), ...typeHeader },
      // Not in the request: middleware may replace it, and the platform leaves a listener on its signal.
      fetch: (request: Request) => fetch(request, { signal, timeoutMs, deadlineMs }),
    } as never);
  }

  const methods = Object.keys(client).filter((name) => name === name.toUpperCase());
  const byMethod = Object.fromEntries(methods.map((method) => [method, request.bind(null, method)]));
  return { ...client, request, ...byMethod } as unknown as Client<paths>;
}

type HttpInit = Init & {
  params?: Omit<Values, "path"> & { path?: Readonly<Record<string, unknown>>; cookie?: object };
  bodySerializer?: unknown;
  querySerializer?: unknown;
};

/** Options of a call that could send it, or the token, to another place. */
const reserved = ["baseUrl", "fetch", "Request", "pathSerializer"];

/** Runs the part of a call before it is sent. Throws its failure as a `PhoneAgentError`. */
function orFail<Value>(settings: Settings, id: OperationId | undefined, spec: OperationSpec, run: () => Value): Value {
  const { fail } = startReport(settings, id, spec);
  try {
    return run();
  } catch (reason) {
    throw fail(reason, spec.repeatable);
  }
}

/** Creates a `fetch`. Until the operation of a call is known, `operation` is its name in errors. */
const fetchWith =
  (settings: Settings, operation: string): Fetch =>
  async (input, options) => {
    const outcome = await runCall(settings, operation, { method: "", path: "" }, async () => {
      const { signal, timeoutMs, deadlineMs, ...init } = options ?? {};
      const source = input instanceof Request ? input : undefined;
      const limits = readCallOptions({ signal: signal ?? source?.signal, timeoutMs, deadlineMs }, settings);
      // Without the signal: the platform leaves a listener on it. With an init, a request loses its referrer policy.
      const isComplete = source && Object.keys(init).length === 0;
      const request = isComplete ? source : new Request(input, { ...init, signal: null });
      // What a client adds to its `Request`, such as a `dispatcher`, is for `fetch`. Symbols are the platform's.
      const custom = { ...Object.fromEntries(Object.entries(source ?? {})), ...init };
      const givenHeaders = mergeHeaders(init.headers ?? source?.headers);
      // The type that the platform gives a text isn't the caller's.
      const isTyped = typeof init.body !== "string" || givenHeaders?.has("content-type");
      const headerSources = isTyped
        ? [settings.headers, request.headers]
        : [request.headers, settings.headers, givenHeaders];
      const headers = mergeHeaders(...headerSources);
      return { limits, ...(await readRequest(request, { ...custom, headers }, settings, limits)) };
    });
    if (outcome.error && !isFailureResponse(outcome, settings)) throw outcome.error;
    return createResponse(outcome);
  };

/** Returns whether a call ended with a response that is no success, and that can be returned as a whole. */
function isFailureResponse({ error, response }: Outcome, settings: Settings): boolean {
  const { status = 0, bytes } = response ?? {};
  // No `Response` can have another status, such as the 0 of a hidden redirect.
  const isWhole = status > 199 && status < 600 && bytes !== undefined && bytes.length <= settings.maxBodyBytes;
  return isWhole && error?.kind === "http";
}

/** Finds the operation of a request, and reads its body. `custom` is for `fetch`: headers, and the caller's init and additions. */
async function readRequest(
  request: Request,
  custom: Pick<Outgoing["init"], "headers">,
  settings: Settings,
  limits: Limits,
) {
  const { method } = request;
  const { origin, pathname, search } = new URL(request.url);
  const path = (origin + pathname).slice(settings.baseUrl.length);
  if (settings.baseUrl + path !== origin + pathname || path[0] !== "/") {
    throw createMisuse("The request is for another address than `baseUrl`.");
  }
  const id = findOperationId(method, path);
  // HEAD is the only method that matches the operation of another one: its response is that to GET, without the body.
  const sameOrGet = id && operations[id];
  const spec = sameOrGet?.method === method ? sameOrGet : undocumentedSpec(method, path, sameOrGet?.repeatable);
  const { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy } = request;
  const properties = { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy };
  // Firefox has no `Request.body`.
  const body = request.body === null ? undefined : await runInTime(limits, () => request.arrayBuffer());
  const outgoing: Outgoing = {
    url: settings.baseUrl + path + search,
    init: { ...properties, ...custom, method, body: body?.byteLength ? body : null, redirect: "manual" },
    names: { operation: id ?? `${method} ${path}`, method, path },
  };
  return { spec, request: outgoing };
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
function createResponse({ prepared, response }: Outcome): Response {
  const { status, headers: receivedHeaders, bytes, stream } = response as Received;
  const headers = new Headers(receivedHeaders);
  // The length was that on the wire.
  headers.delete("content-length");
  const isEmpty = [204, 205, 304].includes(status) || (is2xx(status) && !prepared?.spec.success);
  return new Response(isEmpty ? null : (stream ?? bytes ?? null), { status, headers });
}
