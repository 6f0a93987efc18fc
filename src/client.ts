import createClient, { type Client } from "openapi-fetch";
import {
  type OperationRow,
  type Operations,
  operations,
  type PagesRow,
  type PaginatedItems,
} from "../generated/operations.ts";
import type { paths } from "../generated/schema.ts";
import { isPlainObject, withDefaults } from "./check.ts";
import type { Reject } from "./errors.ts";
import { createHttp } from "./http.ts";
import { checkJunkInputs, type JunkInbox, junkInboxRow } from "./junk-inbox.ts";
import type { CallOptions, PhoneAgentClientOptions } from "./options.ts";
import { readPages } from "./pages.ts";
import { readOptions } from "./settings.ts";
import { type Query, type Route, splitInputs } from "./transport/address.ts";
import { type Accept, beginCall, type Invoke, seamsOf } from "./transport/call.ts";
import { judge } from "./transport/judge.ts";
import { LightRequest, lightResponse } from "./transport/light.ts";
import { send } from "./transport/send.ts";

/** What `request` sends besides the method and the path. */
export interface RequestInput extends CallOptions {
  /** The query, without the token. Default: none. */
  query?: Query | undefined;
  /** Sent as JSON; a `FormData` as it is. Default: none. */
  body?: unknown;
  /** Whether it is safe to retry after a failure. Default `false`, whatever the method. */
  repeatable?: boolean | undefined;
}

type Named = Omit<Operations<CallOptions>, keyof JunkInbox> & JunkInbox;
type Paginated = keyof PaginatedItems;

/** The documented operations by name, and two ways to the rest. */
export interface PhoneAgentClient extends Omit<Operations<CallOptions>, keyof JunkInbox>, JunkInbox {
  /**
   * The pages of an operation whose pagination the contract describes, one call each, from the page or cursor in its
   * inputs on.
   * @param args What the operation takes.
   * @throws PhoneAgentError of kind `contract` where a page doesn't advance.
   */
  pages<Id extends Paginated>(
    id: Id,
    ...args: Parameters<Named[Id]>
  ): AsyncGenerator<Awaited<ReturnType<Named[Id]>>, void, void>;
  /** The items of `pages`, one by one. */
  items<Id extends Paginated>(id: Id, ...args: Parameters<Named[Id]>): AsyncGenerator<PaginatedItems[Id], void, void>;
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
  const client = createClient<Record<string, Record<"get", object>>>({ Request: LightRequest as never });

  const invoke: Invoke = async (id, route, input, options = {}, accept) => {
    const call = beginCall(id, route, options, settings);
    const { path = {}, query, header, body } = input(call.reject);
    const { data } = await client.request(route.method as "get", route.path, {
      ...seamsOf(call, body, call.options.headers, header),
      params: { path, query },
      parseAs: "stream",
      fetch: async (request: LightRequest) => {
        const value = judge(call, await send(call, request));
        accept?.(value, call);
        return lightResponse(value);
      },
    } as never);
    return data;
  };

  const rows: Readonly<Record<string, OperationRow>> = { ...operations, listJunkInbox: junkInboxRow(settings) };
  function callNamed(id: string, { path, body, inputs = {}, options }: Arguments, accept?: Accept): Promise<unknown> {
    const row = rows[id] as OperationRow;
    const input = (reject: Reject) => {
      const known = Object.fromEntries(row.inputs?.map((name) => [name, undefined]) ?? []);
      const values = withDefaults(inputs, known, reject);
      if (id === "listJunkInbox") checkJunkInputs(row, values, reject);
      return { path, body, ...splitInputs(row, values) };
    };
    return invoke(id, row, input, options, accept);
  }

  function pages(id: string, ...args: unknown[]) {
    const row = rows[id] as OperationRow;
    const named = readArguments(row, args);
    const list = (inputs: object, accept: Accept) => callNamed(id, { ...named, inputs }, accept);
    return readPages(row.pages as PagesRow, named.inputs as never, list);
  }
  async function* items(id: string, ...args: unknown[]) {
    for await (const page of pages(id, ...args)) yield* page[`${rows[id]?.pages?.items}`] as unknown[];
  }

  const named = Object.entries(rows).map(([id, row]) => {
    return [id, (...args: unknown[]) => callNamed(id, readArguments(row, args))];
  });
  return {
    ...Object.fromEntries(named),
    pages,
    items,
    junkRoomPages: pages.bind(null, "listJunkInbox"),
    junkRooms: items.bind(null, "listJunkInbox"),
    http: createHttp(settings),
    async request(method, path, input = {}) {
      const { query, body, repeatable = false, ...options } = Object(input) as RequestInput;
      const route: Route = { method, path: `${path}`, repeatable, expects: "any nothing" };
      const read = (reject: Reject) => {
        if (!isPlainObject(input)) reject("Options and inputs must be plain objects.");
        if (/[{}]/.test(method + path)) reject("Fill in what stands in braces.");
        if (method === "GET" && body !== undefined) reject("GET takes no body.");
        return { query, body };
      };
      return invoke(undefined, route, read, options);
    },
  } as PhoneAgentClient;
}

/** What a named operation is called with. */
interface Arguments {
  path: object;
  body?: unknown;
  inputs?: object | undefined;
  options?: CallOptions | undefined;
}

function readArguments({ path, body, inputs, bodyLast }: OperationRow, args: unknown[]): Arguments {
  const names = path.match(/(?<={).+?(?=})/g) ?? [];
  const rest = args.slice(names.length);
  if (bodyLast) rest.splice(0, 2, rest[1], rest[0]);
  return {
    path: Object.fromEntries(names.map((name, at) => [name, args[at]])),
    body: body && rest.shift(),
    inputs: inputs && (rest.shift() as object),
    options: rest[0] as CallOptions,
  };
}
