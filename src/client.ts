import createClient, { type Client } from "openapi-fetch";
import { type OperationRow, type Operations, operations } from "../generated/operations.ts";
import type { paths } from "../generated/schema.ts";
import { PhoneAgentError, refuse } from "./errors.ts";
import { createHttp } from "./http.ts";
import { createJunkInbox, type JunkInbox } from "./junk-inbox.ts";
import { type CallOptions, callOptions, check, type PhoneAgentClientOptions, readOptions } from "./options.ts";
import { checkAddress, operationAt, type Query, serializePath, serializeQuery } from "./transport/address.ts";
import type { Due } from "./transport/judge.ts";
import { type Outgoing, send } from "./transport/send.ts";
import { knownTokens, redact } from "./transport/token.ts";

/** What the escape hatch sends besides method and path. */
export interface RequestInput extends CallOptions {
  /** The query, without the token. */
  query?: Query | undefined;
  /** Sent as JSON; a `FormData` as it is. */
  body?: unknown;
  /** Whether it may be sent again after a failure. Default `false`: no method is a promise of safety. */
  repeatable?: boolean | undefined;
}

/** The operations that the contract documents, by name, and two ways to the rest. */
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
  /**
   * The typed openapi-fetch client. Its `error` is the body of a status that is no success; other failures are thrown.
   * Every call takes `signal`, `timeoutMs` and `deadlineMs`; middleware does not see the signal. What an answer without a
   * documented body holds is not read.
   */
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

  const clean = (text = "") => redact(text, knownTokens(settings.token));
  /** What was refused is quoted from the user's own input, and that may hold the token. */
  const rethrow = (error: unknown): never => {
    if (!PhoneAgentError.is(error)) throw error;
    const { message, stack, operation } = error;
    throw Object.assign(error, { message: clean(message), stack: clean(stack), operation: clean(operation) });
  };

  // A function and no arrow, for openapi-fetch calls it with `new`.
  function PlainRequest(url: string, init: Outgoing): Outgoing {
    return Object.assign(init, { url });
  }
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
    let begun = false;
    try {
      check(operation, last, callOptions);
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
      if (begun || PhoneAgentError.is(error)) return rethrow(error);
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
      return call(operation, row, row.expects, { path, query }, body, args[0] ?? {});
    };
  }

  const request: PhoneAgentClient["request"] = async (method, path, input = {}) => {
    const operation = operationAt(path, method) ?? `${method} ${String(path).replace(/[?#].*/s, "")}`;
    const { query, body, repeatable = false, ...last } = check(operation, input, requestInput);
    const odd =
      !/^(GET|POST|PUT|PATCH|DELETE) [^?]*$/.test(`${method} ${path}`) || (method === "GET" && body !== undefined);
    if (odd) refuse(operation, "takes GET without a body, POST, PUT, PATCH or DELETE, and a path without ?.");
    if (!isPlain(query)) refuse(operation, "takes as its query an object of plain values, or of lists of them.");
    if (!isJson(body)) refuse(operation, "takes as its body what JSON can hold, or a FormData.");
    return call(operation, { method, path, repeatable }, "optional", { query }, body, last);
  };

  return {
    ...(named as unknown as Operations<CallOptions>),
    ...createJunkInbox(named["listJunkInbox"] as never, rethrow, settings.junkInboxInputNames),
    http: createHttp(shared, settings, rethrow),
    request: (...args) => request(...args).catch(rethrow),
  };
}

const requestInput = {
  ...callOptions,
  query: "object",
  body: "string, number, boolean or object",
  repeatable: "boolean",
};

const kindOf = (value: unknown) => Object.prototype.toString.call(value).slice(8, -1);

const isPlain = (query: Query = {}) =>
  kindOf(query) === "Object" && Object.values(query).every((value) => Object(value) !== value || Array.isArray(value));

/** Whether JSON keeps what is in it: of a `Map` or a `Blob` it would keep nothing. */
const isJson = (body: unknown) =>
  /^(Object|Array|FormData|String|Number|Boolean|Undefined)$/.test(kindOf(body)) ||
  (!ArrayBuffer.isView(body) && "toJSON" in Object(body));

function headersOf(operation: string, headers: CallOptions["headers"]): Headers | undefined {
  try {
    return headers && new Headers(headers);
  } catch {
    return refuse(operation, "headers hold a name or a value that HTTP cannot carry.");
  }
}
