import createClient, { type Client } from "openapi-fetch";
import { operations } from "../generated/operations.ts";
import type { paths } from "../generated/schema.ts";
import { PhoneAgentError } from "./errors.ts";
import type { CallOptions, Settings } from "./options.ts";
import { operationAt, type Route } from "./transport/address.ts";
import { isSuccess, type Received } from "./transport/attempt.ts";
import { beginCall, seamsOf } from "./transport/call.ts";
import { judge } from "./transport/judge.ts";
import { send } from "./transport/send.ts";

type Init = CallOptions & {
  params?: { path?: object; header?: object };
  body?: unknown;
  bodySerializer?: (body: unknown) => BodyInit;
};

/** The typed openapi-fetch client, its requests sent as those of the named operations. Middleware needs real ones. */
export function createHttp(settings: Settings): Client<paths> {
  // Typed where it is returned: in here, TypeScript would work out every operation's types.
  const client = createClient<Record<string, Record<"get", object>>>();

  async function request(method: string, path: string, { signal, timeoutMs, deadlineMs, ...init }: Init = {}) {
    const id = operationAt(method, path);
    const route: Route = id ? operations[id] : { method, path, repeatable: false, expects: "any nothing" };
    const call = beginCall(id, route, { signal, timeoutMs, deadlineMs }, settings);
    if (reserved.some((name) => name in init)) call.reject(`${reserved.join(", ")} belong to the client.`);
    const { headers, body, bodySerializer, params, ...rest } = init;
    return client.request(method as "get", path, {
      ...rest,
      ...seamsOf(call, bodySerializer ? undefined : body, headers, params?.header),
      ...(bodySerializer && { body, bodySerializer }),
      params: { ...params, path: params?.path ?? {} },
      fetch: async (request: Request) => {
        const { method, url, headers } = request;
        const { href, searchParams } = new URL(url.replace(/#.*/, ""));
        if (!href.startsWith(`${settings.baseUrl}/`) || searchParams.has("token")) {
          call.reject("Middleware must change neither the host nor the token.");
        }
        // Read once, and in the time of the first attempt.
        let content: Promise<ArrayBuffer> | undefined;
        const body = request.body && (() => (content ??= request.arrayBuffer()));
        // Middleware may have given the request a signal.
        const options = { ...call.options, signal: signal ?? request.signal };
        const received = await send({ ...call, options }, { method, url: href, headers, body });
        try {
          judge(call, received);
        } catch (error) {
          if (!PhoneAgentError.is(error) || error.kind !== "http" || !fits(received)) throw error;
        }
        return responseOf(received, route);
      },
    } as never);
  }

  const methods = Object.keys(client).filter((name) => name === name.toUpperCase());
  return {
    ...client,
    request: (method: string, path: string, init?: Init) => request(method.toUpperCase(), path, init),
    ...Object.fromEntries(
      methods.map((method) => [method, (path: string, init?: Init) => request(method, path, init)]),
    ),
  } as unknown as Client<paths>;
}

// With others, a request could go elsewhere, or without its token.
const reserved = ["baseUrl", "fetch", "Request", "pathSerializer", "querySerializer"];

/** Whether a `Response` can hold it. 0 is a redirect that a browser hides. */
const fits = ({ status, partial }: Received) => status > 199 && status < 600 && !partial;

/** A real `Response`, without a URL. */
function responseOf(received: Received, { expects }: Route): Response {
  const { status, bytes, stream } = received;
  const headers = new Headers(received.headers);
  // The length was that on the wire.
  headers.delete("content-length");
  const empty = [204, 205, 304].includes(status) || (isSuccess(received) && !expects);
  return new Response(empty ? null : (stream ?? bytes), { status, headers });
}
