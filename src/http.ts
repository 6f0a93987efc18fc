import createClient, { type Client, type ClientOptions } from "openapi-fetch";
import { type OperationRow, operations } from "../generated/operations.ts";
import type { paths } from "../generated/schema.ts";
import { type CallOptions, callOptions, check, type Settings } from "./options.ts";
import { checkAddress, operationAt } from "./transport/address.ts";
import { send } from "./transport/send.ts";

/**
 * The typed openapi-fetch client, with the protections of the named operations and a real `Response` without an address.
 * @param rethrow Takes the token out of what is refused.
 */
export function createHttp(
  shared: ClientOptions,
  settings: Settings,
  rethrow: (error: unknown) => never,
): Client<paths> {
  const { baseUrl } = settings;

  // A function and no arrow, for openapi-fetch calls it with `new`.
  function CheckedRequest(url: string, init: RequestInit): Request {
    checkAddress(url, baseUrl, "http");
    return new Request(url, init);
  }
  // openapi-fetch asks whether what a middleware returns is an instance of it.
  CheckedRequest.prototype = Request.prototype;

  const exchange = async (request: Request, last: CallOptions): Promise<Response> => {
    const { method, url, headers } = request;
    // Once more: middleware may have put another request in its place.
    checkAddress(url, baseUrl, "http");
    const path = url.slice(baseUrl.length).replace(/\?.*/, "");
    const operation = operationAt(path, method);
    const row: OperationRow | undefined = operation && operations[operation];
    const content = await request.arrayBuffer();
    const body = content.byteLength > 0 ? content : undefined;
    const due = row ? row.expects : "optional";
    const outgoing = { method, url, headers, body };
    const name = operation ?? `${method} ${path}`;
    const { answer, error, clean } = await send(name, outgoing, !!row?.repeatable, due, last, settings);
    const { status, bytes } = answer;
    // A `Response` holds no status outside of these; 0 is a redirect that a browser hides.
    const whole = status > 199 && status < 600 && !answer.broken && bytes.length <= settings.maxBodyBytes;
    if (error && (error.kind !== "http" || !whole)) throw error;
    const received = error ? new TextEncoder().encode(clean(new TextDecoder().decode(bytes))) : bytes;
    return new Response([204, 205, 304].includes(status) || !(error || due) ? null : received, {
      status,
      // The length was that on the wire.
      headers: [...answer.headers].flatMap(([name, value]): [string, string][] =>
        name === "content-length" ? [] : [[name, clean(value)]],
      ),
    });
  };

  const client = createClient<paths>({ ...shared, Request: CheckedRequest as never });
  const methods = Object.entries(client as unknown as Record<string, (...args: unknown[]) => unknown>);
  const called = methods.map(([name, method]) => {
    const where = name === "request" ? 2 : 1;
    // The options stay out of the `Request`: it would listen to the signal for as long as both live, and lose the times
    // where middleware puts another in its place.
    const call = async (...args: unknown[]) => {
      const { signal, timeoutMs, deadlineMs, ...init } = Object(args[where]);
      const last = check("http", { signal, timeoutMs, deadlineMs }, callOptions);
      const fetch = (request: Request) => exchange(request, { ...last, signal: last.signal ?? request.signal });
      return method(...args.slice(0, where), { ...init, fetch });
    };
    return [name, /^(use|eject)$/.test(name) ? method : (...args: unknown[]) => call(...args).catch(rethrow)];
  });
  return Object.fromEntries(called) as Client<paths>;
}
