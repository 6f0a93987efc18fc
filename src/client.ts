import createClient, { type Client } from "openapi-fetch";
import { type OperationRow, type Operations, operations } from "../generated/operations.ts";
import type { paths } from "../generated/schema.ts";
import { PhoneAgentError, refuse } from "./errors.ts";
import { createJunkInbox, type JunkInbox } from "./junk-inbox.ts";
import { type CallOptions, callOptions, check, type PhoneAgentClientOptions, readOptions } from "./options.ts";
import { checkAddress, operationAt, type Query, serializePath, serializeQuery } from "./transport/address.ts";
import type { Due } from "./transport/judge.ts";
import { type Outgoing, send } from "./transport/send.ts";

/** What the escape hatch sends besides method and path. */
export interface RequestInput extends CallOptions {
  query?: Query | undefined;
  /** Sent as JSON; a `FormData` as it is. */
  body?: unknown;
  /** Whether it may be sent again after a failure. Default `false`: no method is a promise of safety. */
  repeatable?: boolean | undefined;
}

export interface PhoneAgentClient extends Omit<Operations<CallOptions>, keyof JunkInbox>, JunkInbox {
  /**
   * Calls an operation whose path you know and the contract does not.
   * @returns The JSON of the answer; `undefined` where its body is empty.
   * @throws PhoneAgentError
   */
  request(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: `/${string}`,
    input?: RequestInput,
  ): Promise<unknown>;
  /** The typed openapi-fetch client. Its `error` is the body of a status that is no success; other failures are thrown. */
  readonly http: Client<paths>;
}

/**
 * Makes a client of the service.
 * @throws PhoneAgentError of kind `configuration` where an option is wrong.
 */
export function createPhoneAgentClient(options: PhoneAgentClientOptions = {}): PhoneAgentClient {
  const settings = readOptions(options);
  const { baseUrl } = settings;
  const shared = {
    baseUrl,
    headers: headersOf("createPhoneAgentClient", settings.headers) ?? {},
    pathSerializer: (url: string, values: Record<string, unknown>) => serializePath(url, values, baseUrl),
    querySerializer: serializeQuery,
  };

  // Functions and no arrows, for openapi-fetch calls them with `new`.
  function PlainRequest(url: string, init: Outgoing): Outgoing {
    return Object.assign(init, { url });
  }
  function CheckedRequest(url: string, init: RequestInit): Request {
    checkAddress(url, baseUrl, "http");
    return new Request(url, init);
  }
  // openapi-fetch asks whether what a middleware returns is an instance of it.
  CheckedRequest.prototype = Request.prototype;

  // The named operations need no real `Request` and `Response`: each costs as much as the rest of the call.
  const core = createClient<Record<string, Record<"get", object>>>({ ...shared, Request: PlainRequest as never });

  const call = async (
    operation: string,
    row: OperationRow,
    due: Due,
    params: object,
    body: unknown,
    last: CallOptions,
  ) => {
    check(operation, last, callOptions);
    let begun = false;
    try {
      const { data } = await core.request(row.method as "get", row.path, {
        params,
        body,
        headers: headersOf(operation, last.headers),
        // openapi-fetch then hands on the body as it is: here the value.
        parseAs: "stream",
        fetch: async (outgoing: Outgoing) => {
          checkAddress(outgoing.url, baseUrl, operation);
          begun = true;
          const { answer, value, error } = await send(operation, outgoing, row.repeatable, due, last, settings);
          if (error) throw error;
          return { ok: true, status: answer.status, headers: answer.headers, body: value };
        },
      } as never);
      return data;
    } catch (error) {
      if (begun || PhoneAgentError.is(error)) throw error;
      return refuse(operation, "the query or the body holds what cannot be sent.");
    }
  };

  const named: Record<string, (...args: unknown[]) => Promise<unknown>> = {};
  for (const [operation, row] of Object.entries<OperationRow>(operations)) {
    const names = row.path.match(/(?<={).+?(?=})/g);
    named[operation] = async (...args) => {
      const path = names && Object.fromEntries(names.map((name) => [name, args.shift()]));
      const body = row.body && args.shift();
      const query = row.query && args.shift();
      return call(operation, row, row.answer, { path, query }, body, args[0] ?? {});
    };
  }

  const http = createClient<paths>({
    ...shared,
    Request: CheckedRequest as never,
    fetch: async (request: Request & CallOptions) => {
      const { method, url, headers, signal, timeoutMs, deadlineMs } = request;
      // Once more: middleware may have put another request in its place.
      checkAddress(url, baseUrl, "http");
      const path = url.slice(baseUrl.length).replace(/\?.*/, "");
      const operation = operationAt(path, method);
      const row: OperationRow | undefined = operation && operations[operation];
      const content = await request.arrayBuffer();
      const body = content.byteLength > 0 ? content : undefined;
      const last = check("http", { signal, timeoutMs, deadlineMs }, callOptions);
      const name = operation ?? `${method} ${path}`;
      const outgoing = { method, url, headers, body };
      const { answer, error, clean } = await send(name, outgoing, !!row?.repeatable, row?.answer, last, settings);
      const { status, bytes } = answer;
      // A `Response` holds no status outside of these; 0 is a redirect that a browser hides.
      if (error && (error.kind !== "http" || status < 200 || status > 599)) throw error;
      const received = error ? clean(new TextDecoder().decode(bytes)) : bytes;
      return new Response([204, 205, 304].includes(status) ? null : received, {
        status,
        headers: [...answer.headers].map(([name, value]): [string, string] => [name, clean(value)]),
      });
    },
  });

  return {
    ...(named as unknown as Operations<CallOptions>),
    ...createJunkInbox(named["listJunkInbox"] as never, settings.junkInboxInputNames),
    http,
    async request(method, path, input = {}) {
      const operation = operationAt(path, method) ?? `${method} ${path}`;
      const known = { ...callOptions, query: "object", body: "string number boolean object", repeatable: "boolean" };
      const { query, body, repeatable = false, ...last } = check(operation, input, known);
      const plain = Object.values(query ?? {}).every((value) => Object(value) !== value || Array.isArray(value));
      if (!/^(GET|POST|PUT|PATCH|DELETE) [^?]*$/.test(`${method} ${path}`) || (method === "GET" && body) || !plain) {
        refuse(
          operation,
          "takes GET without a body, POST, PUT, PATCH or DELETE, a path without ?, and a query of plain values.",
        );
      }
      return call(operation, { method, path, repeatable }, "optional", { query }, body, last);
    },
  };
}

function headersOf(operation: string, headers: HeadersInit | undefined): Headers | undefined {
  try {
    return headers && new Headers(headers);
  } catch {
    return refuse(operation, "headers hold a name or a value that HTTP cannot carry.");
  }
}
