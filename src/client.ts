import createClient, { type Client } from "openapi-fetch";
import { type OperationRow, type Operations, operations } from "../generated/operations.ts";
import type { paths } from "../generated/schema.ts";
import { isPlainObject, readHeaders } from "./check.ts";
import type { Reject } from "./errors.ts";
import { createHttp } from "./http.ts";
import { createJunkInbox, type JunkInbox } from "./junk-inbox.ts";
import type { CallOptions, PhoneAgentClientOptions } from "./options.ts";
import { readOptions } from "./settings.ts";
import type { Query, Route } from "./transport/address.ts";
import { beginCall, type Invoke, seamsOf } from "./transport/call.ts";
import { judge } from "./transport/judge.ts";
import { LightRequest, lightResponse } from "./transport/light.ts";
import { send } from "./transport/send.ts";

/** What `request` sends besides the method and the path. */
export interface RequestInput extends CallOptions {
  /** The query, without the token. */
  query?: Query | undefined;
  /** Sent as JSON; a `FormData` as it is. */
  body?: unknown;
  /** Whether it is safe to retry after a failure. Default `false`, whatever the method. */
  repeatable?: boolean | undefined;
}

/** The documented operations by name, and two ways to the rest. */
export interface PhoneAgentClient extends Omit<Operations<CallOptions>, keyof JunkInbox>, JunkInbox {
  /**
   * Calls an operation whose path you know and the contract doesn't.
   * @returns The response's JSON; `undefined` where its body is empty.
   * @throws PhoneAgentError
   */
  request(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: `/${string}`,
    input?: RequestInput,
  ): Promise<unknown>;
  /**
   * The typed openapi-fetch client. It returns the body of a non-2xx response as `error`, which `onError` hears of, and
   * throws a `PhoneAgentError` for other failures; what middleware throws passes through. Every call takes `signal`,
   * `timeoutMs` and `deadlineMs`; middleware doesn't see the signal. An undocumented body of a success isn't returned.
   */
  readonly http: Client<paths>;
}

/**
 * Creates a client of the service.
 * @throws PhoneAgentError of kind `configuration` where an option is wrong.
 */
export function createPhoneAgentClient(options: PhoneAgentClientOptions = {}): PhoneAgentClient {
  const settings = readOptions(options);
  const client = createClient<Record<string, Record<"get", object>>>({
    headers: settings.headers,
    Request: LightRequest as never,
  });

  const invoke: Invoke = async (id, route, input, options = {}, accept) => {
    const call = beginCall(id, route, options, settings);
    const { path = {}, query, body } = input(call.reject);
    const { headers } = call.options;
    const { data } = await client.request(route.method as "get", route.path, {
      ...seamsOf(call),
      params: { path, query },
      body,
      headers: headers && readHeaders(headers, call.reject),
      parseAs: "stream",
      fetch: async (request: LightRequest) => {
        const value = judge(call, await send(call, request));
        accept?.(value, call);
        return lightResponse(value);
      },
    } as never);
    return data;
  };

  const named: Record<string, (...args: unknown[]) => Promise<unknown>> = {};
  for (const [operation, row] of Object.entries<OperationRow>(operations)) {
    const names = row.path.match(/(?<={).+?(?=})/g) ?? [];
    named[operation] = (...args) => {
      const path = Object.fromEntries(names.map((name) => [name, args.shift()]));
      const body = row.body && args.shift();
      const query = row.query && (args.shift() as object);
      return invoke(operation, row, () => ({ path, query, body }), args[0] as CallOptions);
    };
  }

  return {
    ...(named as unknown as Operations<CallOptions>),
    ...createJunkInbox(settings, invoke),
    http: createHttp(settings),
    async request(method, path, input = {}) {
      const { query, body, repeatable = false, ...options } = Object(input) as RequestInput;
      const route: Route = { method, path: `${path}`, repeatable, expects: "optional" };
      const read = (reject: Reject) => {
        if (!isPlainObject(input)) reject("Options and inputs must be plain objects.");
        if (/[{}]/.test(path)) reject("Fill in the values of the path.");
        if (method === "GET" && body !== undefined) reject("GET takes no body.");
        return { query, body };
      };
      return invoke(undefined, route, read, options);
    },
  };
}
