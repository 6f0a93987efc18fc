import createClient, { type Client } from "openapi-fetch";
import { type OperationRow, operations } from "../generated/operations.ts";
import type { paths } from "../generated/schema.ts";
import { runCall, undocumented } from "./client/call.ts";
import { createMisuse } from "./client/errors.ts";
import { type Fetch, fetchWith } from "./client/fetch.ts";
import type { CallOptions, PhoneAgentClientOptions } from "./client/options.ts";
import { buildRequest, findOperation, type Values } from "./client/request.ts";
import { readSettings } from "./client/settings.ts";
import { pathValueNamesOf } from "./openapi/path.ts";

/** The options of `createFetch` and `createHttp`: those of the client, without the names of the junk inbox. */
export type HttpOptions = Omit<PhoneAgentClientOptions, "junkInboxInputNames">;

/**
 * Creates a `fetch` for any client of the service, with the protections of our client: it adds the token as a request
 * leaves, respects timeout, deadline, signal and hooks, and retries a request if the contract marks its operation as
 * safe to retry.
 *
 * A response that isn't 2xx is returned, and `onError` notified. Redirects aren't followed; `Response.url` is empty.
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

  async function request(verb: string, path: string, callOptions?: HttpInit | null) {
    const { signal = null, timeoutMs, deadlineMs, ...init } = callOptions ?? {};
    const { params, bodySerializer } = init;
    const method = verb.toUpperCase();
    const id = findOperation(method, path);
    const row: OperationRow = id ? operations[id] : { ...undocumented, method, path };
    // Serialized here, as the named operations do it: openapi-fetch's serializers don't know the operation.
    const { url, init: serialized } = await runCall(settings, id, row, async (call) => {
      const names = reserved.filter((name) => name in init);
      if (names.length > 0) throw createMisuse(`${names.join(", ")} can't be set per call.`);
      call.options = { ...settings, headers: init.headers };
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

type HttpInit = Omit<CallOptions, "signal"> & {
  signal?: AbortSignal | null;
  params?: Omit<Values, "path"> & { path?: Readonly<Record<string, unknown>> };
  body?: unknown;
  bodySerializer?: unknown;
};

/** Options that would have no effect, since the request is serialized already. */
const reserved = ["baseUrl", "fetch", "Request", "pathSerializer", "querySerializer"];
