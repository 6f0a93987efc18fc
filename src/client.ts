import createClient, { type Client } from "openapi-fetch";
import { type OperationRow, type Operations, operations } from "../generated/operations.ts";
import type { paths } from "../generated/schema.ts";
import { createJunkInbox, type JunkInbox } from "./junk-inbox.ts";
import {
  type CallOptions,
  callLimits,
  checkOptions,
  type PhoneAgentClientOptions,
  readHeaders,
  readOptions,
  refuse,
} from "./options.ts";
import { checkAddress, operationAt, type Query, serializePath, serializeQuery } from "./transport/address.ts";
import { type Call, httpTrouble, type Sent, send } from "./transport/send.ts";

/** A request of an operation that the contract knows by name alone. */
export interface RequestInput extends CallOptions {
  query?: Query | undefined;
  /** Sent as JSON; a `FormData` as it is. */
  body?: unknown;
  /** Whether it may be sent again after a failure. Default `false`: a method is no promise of safety. */
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
  /** The typed openapi-fetch client. A status that is no success is its `error`; any other failure is thrown. */
  readonly http: Client<paths>;
}

type Named = Record<string, (...args: never[]) => Promise<unknown>>;

/**
 * A client of the Phone Agent Service API.
 * @throws PhoneAgentError of kind `configuration` where an option is wrong.
 */
export function createPhoneAgentClient(options: PhoneAgentClientOptions = {}): PhoneAgentClient {
  const settings = readOptions(options);
  const { baseUrl } = settings;
  const shared = {
    baseUrl,
    headers: settings.headers ?? {},
    pathSerializer: serializePath(baseUrl),
    querySerializer: serializeQuery,
  };

  /** What a success carries, or an error. */
  const judge = (sent: Sent, operation: string, answer: OperationRow["answer"] | "optional"): unknown => {
    const shown = sent.shown;
    if (sent.status < 200 || sent.status > 299) throw sent.fail(httpTrouble(sent));
    if (!answer) return undefined;
    const unexpected = (reason: string) => sent.fail({ kind: "unexpected-content", reason, ...shown() });
    if (sent.cut) throw unexpected("the body is larger than maxBodyBytes");
    const text = sent.text();
    if (answer === "optional" && text === "") return undefined;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw unexpected("the body is not JSON");
    }
    if (answer === "envelope" || answer === "object") {
      if (typeof value !== "object" || value === null) throw unexpected("the body is no object");
      if (answer === "envelope" && !("success" in value && value.success === true)) {
        throw sent.fail({ kind: "unsuccessful", ...shown() });
      }
    }
    const findings = settings.validate?.(operation, value).filter(({ kind }) => kind === "contradiction") ?? [];
    if (findings.length > 0) throw sent.fail({ kind: "contract", findings, ...shown() });
    return value;
  };

  function PlainRequest(url: string, init: Call): Call {
    checkAddress(url, baseUrl, init.operation);
    return { ...init, url };
  }

  function CheckedRequest(url: string, init: RequestInit): Request {
    checkAddress(url, baseUrl, "http");
    return new Request(url, init);
  }

  // The named operations need no real `Request` and no real `Response`: each costs as much as all the rest of a call.
  const core = createClient<Record<string, never>>({
    ...shared,
    Request: PlainRequest as never,
    fetch: (async (call: Call & { answer: OperationRow["answer"] | "optional" }) => {
      const sent = await send(call, settings);
      // With `parseAs: "stream"` openapi-fetch hands on the body as it is: here the value.
      return { ok: true, status: sent.status, headers: sent.headers, body: judge(sent, call.operation, call.answer) };
    }) as never,
  });

  const call = async (
    operation: string,
    row: Partial<OperationRow> & { method: string; answer?: unknown },
    params: object,
    body: unknown,
    options: CallOptions,
  ) => {
    const { headers, signal, timeoutMs, deadlineMs } = options;
    const init = {
      params,
      body,
      headers: readHeaders(operation, headers),
      parseAs: "stream",
      operation,
      repeatable: row.repeatable,
      answer: row.answer,
      signal,
      timeoutMs,
      deadlineMs,
    };
    const { data } = await core.request(row.method as never, row.path as never, init as never);
    return data;
  };

  const named: Named = {};
  for (const [operation, row] of Object.entries<OperationRow>(operations)) {
    const names = [...row.path.matchAll(/\{(.+?)\}/g)].map(([, name]) => name as string);
    named[operation] = async (...args: unknown[]) => {
      let next = names.length;
      const path = names.length > 0 ? Object.fromEntries(names.map((name, at) => [name, args[at]])) : undefined;
      const body = row.body && args[next++];
      const query = row.query && args[next++];
      const options = args[next] ?? {};
      checkOptions(operation, options, callLimits);
      return call(operation, row, { path, query }, body, options);
    };
  }

  const request: PhoneAgentClient["request"] = async (method, path, input = {}) => {
    const operation = operationAt(path, method) ?? `${method} ${path}`;
    if (!/^(GET|POST|PUT|PATCH|DELETE)$/.test(method))
      refuse(operation, "the method must be GET, POST, PUT, PATCH or DELETE.");
    checkOptions(operation, input, { ...callLimits, query: 0, body: 0, repeatable: 0 });
    const { query, body, repeatable = false } = input;
    if (method === "GET" && body !== undefined) refuse(operation, "a GET request has no body.");
    return call(operation, { method, path, repeatable, answer: "optional" as never }, { query }, body, input);
  };

  const http = createClient<paths>({
    ...shared,
    Request: CheckedRequest as never,
    fetch: async (request: Request & Pick<CallOptions, "timeoutMs" | "deadlineMs">) => {
      const { method, url, headers, signal, timeoutMs, deadlineMs } = request;
      checkAddress(url, baseUrl, "http");
      const path = new URL(url).pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, "").length);
      const operation = operationAt(path, method);
      const row = operation && (operations[operation] as OperationRow);
      const body = request.body ? await request.arrayBuffer() : undefined;
      const sent = await send(
        {
          operation: operation ?? `${method} ${path}`,
          method,
          url,
          headers,
          body,
          repeatable: row?.repeatable ?? false,
          signal,
          timeoutMs,
          deadlineMs,
        },
        settings,
      );
      const { status } = sent;
      if (status >= 200 && status <= 299) judge(sent, operation ?? method, row?.answer);
      // 0 is a redirect that a browser hides; a `Response` can hold neither it nor what HTTP does not define.
      else if (status < 200 || status > 599) throw sent.fail(httpTrouble(sent));
      return new Response([204, 205, 304].includes(status) ? null : sent.bytes, { status, headers: sent.headers });
    },
  });

  return {
    ...(named as unknown as Operations<CallOptions>),
    ...createJunkInbox(named["listJunkInbox"] as never, settings.junkInboxInputNames),
    request,
    http,
  };
}
