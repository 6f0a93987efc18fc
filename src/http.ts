import createClient, { type Client } from "openapi-fetch";
import { operations } from "../generated/operations.ts";
import type { paths } from "../generated/schema.ts";
import { PhoneAgentError } from "./errors.ts";
import type { CallOptions, Settings } from "./options.ts";
import { operationAt, type Route } from "./transport/address.ts";
import { isSuccess, type Received } from "./transport/attempt.ts";
import { beginCall, seamsOf, withoutQuery } from "./transport/call.ts";
import { judge } from "./transport/judge.ts";
import { send } from "./transport/send.ts";

type Init = CallOptions & { params?: { path?: object } };

/** The typed openapi-fetch client, its requests sent as those of the named operations. Middleware needs real ones. */
export function createHttp(settings: Settings): Client<paths> {
  const { baseUrl, headers } = settings;
  const client = createClient<paths>({ baseUrl, headers });

  async function request(method: string, path: string, { signal, timeoutMs, deadlineMs, ...init }: Init = {}) {
    const id = operationAt(method, path);
    const route: Route = id ? operations[id] : { method, path, repeatable: false, expects: "optional" };
    const call = beginCall(id ?? `${method} ${withoutQuery(path)}`, route, { signal, timeoutMs, deadlineMs }, settings);
    if (clients.some((name) => name in init)) call.reject(`${clients.join(", ")} belong to the client.`);
    return client.request(
      method as "get",
      path as "/api/v2/tokens",
      {
        ...init,
        ...seamsOf(call),
        params: { ...init.params, path: init.params?.path ?? {} },
        fetch: async (request: Request) => {
          const { method, url, headers } = request;
          if (!url.startsWith(`${baseUrl}/`)) call.reject("Middleware must not change the host.");
          const body = await request.arrayBuffer();
          // Middleware may have given the request a signal.
          const options = { ...call.options, signal: signal ?? request.signal };
          const received = await send(
            { ...call, options },
            { method, url, headers, body: body.byteLength > 0 ? body : null },
          );
          try {
            judge(call, received);
          } catch (error) {
            if (!PhoneAgentError.is(error) || error.kind !== "http" || !fits(received)) throw error;
          }
          return responseOf(received, call.route);
        },
      } as never,
    );
  }

  return new Proxy(client, {
    get(client, name) {
      const method = String(name);
      if (method === "request")
        return (verb: string, path: string, init?: Init) => request(verb.toUpperCase(), path, init);
      return /^[A-Z]+$/.test(method)
        ? (path: string, init?: Init) => request(method, path, init)
        : Reflect.get(client, name);
    },
  });
}

// With others, a request could go elsewhere, or without its token.
const clients = ["baseUrl", "fetch", "Request", "pathSerializer", "querySerializer"];

/** Whether a `Response` can hold it. 0 is a redirect that a browser hides. */
const fits = ({ status, partial }: Received) => status > 199 && status < 600 && !partial;

/** A real `Response`, without a URL. */
function responseOf(received: Received, { expects }: Route): Response {
  const { status, bytes } = received;
  const headers = new Headers(received.headers);
  // The length was that on the wire.
  headers.delete("content-length");
  const empty = [204, 205, 304].includes(status) || (isSuccess(received) && !expects);
  return new Response(empty ? null : bytes, { status, headers });
}
