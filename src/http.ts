import createClient, {
  type Client,
  type ClientOptions,
  defaultPathSerializer,
} from "openapi-fetch";
import { operations } from "#generated/operations.ts";
import type { paths } from "#generated/schema.ts";
import { type Outcome, runCall } from "./client/call.ts";
import { type Limits, runWithTimeout } from "./client/deadline.ts";
import { attempt } from "./client/entries.ts";
import { createMisuse, runNamed } from "./client/errors.ts";
import type { CallOptions, PhoneAgentClientOptions } from "./client/options.ts";
import type { Outgoing } from "./client/request.ts";
import { is2xx, type Received } from "./client/response.ts";
import { mergeHeaders, readCallOptions, readSettings, type Settings } from "./client/settings.ts";
import { undocumentedSpec } from "./client/spec.ts";
import { createPathMatcher, segmentsOf } from "./openapi/path.ts";

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
 * `PhoneAgentError`, of kind `configuration` if a request is for another address than `baseUrl`.
 */
export const createFetch = (options: HttpOptions = {}): Fetch =>
  fetchWith(
    runNamed("createFetch", () => readSettings(options)),
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
  const settings = runNamed("createHttp", () =>
    readSettings(options, "bodySerializer", "pathSerializer", "querySerializer"),
  );
  const { bodySerializer, pathSerializer = serializePath, querySerializer } = options;
  const object = { style: "form", explode: true } as const;
  return createClient<paths>({
    baseUrl: settings.baseUrl,
    // In openapi-fetch's request, so that middleware sees them and a call can remove them.
    headers: settings.headers as HeadersInit,
    fetch: fetchWith({ ...settings, headers: undefined }, "createHttp"),
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
  runNamed("createHttp", () =>
    url.replace(/{.+?}/g, (placeholder) => {
      const value = defaultPathSerializer(placeholder, values);
      if (!/^\.{0,2}$/.test(value)) return value;
      throw createMisuse(`The value of \`${placeholder}\` can't be "", "." or "..".`);
    }),
  );

/** Creates a `fetch`. Until the operation of a call is known, `operation` is its name in errors. */
const fetchWith =
  (settings: Settings, operation: string): Fetch =>
  async (input, options) => {
    const outcome = await runCall(settings, operation, { method: "", path: "" }, async () => {
      const { signal, timeoutMs, deadlineMs, ...init } = options ?? {};
      const source = input instanceof Request ? input : undefined;
      const limits = readCallOptions(
        { signal: signal ?? source?.signal, timeoutMs, deadlineMs },
        settings,
      );
      if (!source && !attempt(() => new URL(input as string, globalThis.location?.href))) {
        throw createMisuse(
          `The address must be absolute, and begin with \`baseUrl\`, ${settings.baseUrl}.`,
        );
      }
      // Without the signal: the platform leaves a listener on it. With an init, a request loses its
      // referrer policy.
      const isComplete = source && Object.keys(init).length === 0;
      const request = isComplete ? source : new Request(input, { ...init, signal: null });
      // What a client adds to its `Request`, such as a `dispatcher`, is for `fetch`. Symbols are
      // the platform's.
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

/** A failure whose response can be returned as a whole. */
function isFailureResponse({ error, response }: Outcome, settings: Settings): boolean {
  const { status = 0, bytes } = response ?? {};
  // No `Response` can have another status, such as the 0 of a hidden redirect.
  const isWhole =
    status > 199 && status < 600 && bytes !== undefined && bytes.length <= settings.maxBodyBytes;
  return isWhole && error?.kind === "http";
}

/**
 * Finds the operation of a request, and reads its body. `custom` is for `fetch`: headers, init and
 * additions.
 */
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
    throw createMisuse(
      `The request is for ${origin}, and not below \`baseUrl\`, ${settings.baseUrl}.`,
    );
  }
  // No documented operation has a value with malformed percent-encoding.
  const id = attempt(() => matcher.match(method, segmentsOf(path).map(decodeURIComponent))?.id);
  // HEAD is the only method that matches the operation of another one: its response is that to GET,
  // without the body.
  const sameOrGet = id && operations[id];
  const unfilled = sameOrGet?.path
    .match(/{.+?}/g)
    ?.find((placeholder) => decodeURIComponent(path).includes(placeholder));
  if (unfilled) throw createMisuse(`The value of \`${unfilled}\` is missing.`);
  const spec =
    sameOrGet?.method === method
      ? sameOrGet
      : undocumentedSpec(method, path, sameOrGet?.repeatable);
  const { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy } = request;
  const properties = { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy };
  // Firefox has no `Request.body`.
  const body =
    request.body === null ? undefined : await runWithTimeout(limits, () => request.arrayBuffer());
  const outgoing: Outgoing = {
    url: settings.baseUrl + path + search,
    init: {
      ...properties,
      ...custom,
      method,
      body: body?.byteLength ? body : null,
      redirect: "manual",
    },
    names: { operation: id ?? `${method} ${path}`, method, path },
  };
  return { spec, request: outgoing };
}

const matcher = createPathMatcher(operations);

/** Creates the `Response` for the caller. Its `url` is empty, so it doesn't contain the token. */
function createResponse({ prepared, response }: Outcome): Response {
  const { status, headers: receivedHeaders, bytes, stream } = response as Received;
  const headers = new Headers(receivedHeaders);
  // The length was that on the wire.
  headers.delete("content-length");
  const isEmpty = [204, 205, 304].includes(status) || (is2xx(status) && !prepared?.spec.success);
  return new Response(isEmpty ? null : (stream ?? bytes ?? null), { status, headers });
}
