import {
  type OperationId,
  type Operations,
  operations,
  type PaginatedItems,
} from "#generated/operations.ts";
import { type Call, createCall } from "./call.ts";
import type { Limits } from "./deadline.ts";
import { configError, rethrowAs } from "./errors.ts";
import { createJunkInboxSpec, type JunkInbox } from "./junk-inbox.ts";
import type { CallOptions, PhoneAgentClientOptions, RequestInput } from "./options.ts";
import { readPages } from "./pages.ts";
import { parseArguments, type Values, writeRequest } from "./request.ts";
import { runCall } from "./run.ts";
import { readCallOptions, readSettings } from "./settings.ts";
import { adHocSpec } from "./spec.ts";

type Methods = Omit<Operations<CallOptions>, keyof JunkInbox> & JunkInbox;
type Paginated = keyof PaginatedItems;

/** The documented operations by name, and a way to the rest. */
export interface PhoneAgentClient extends Methods {
  /**
   * Reads the pages of an operation whose pagination the contract describes, one call each, from
   * the page or cursor in its inputs on.
   * @param args The arguments of the operation.
   * @throws PhoneAgentError of kind `contract` if a page repeats the previous one.
   */
  pages<Id extends Paginated>(
    id: Id,
    ...args: Parameters<Methods[Id]>
  ): AsyncGenerator<Awaited<ReturnType<Methods[Id]>>, void, void>;
  /** Reads the items of `pages`, one by one. */
  items<Id extends Paginated>(
    id: Id,
    ...args: Parameters<Methods[Id]>
  ): AsyncGenerator<PaginatedItems[Id], void, void>;
  /**
   * Calls an operation whose path you know and the contract doesn't.
   * @returns The response's JSON; `undefined` if its body is empty.
   * @throws PhoneAgentError
   */
  request(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: `/${string}`,
    input?: RequestInput,
  ): Promise<unknown>;
}

/**
 * Creates a client of the service.
 * @throws PhoneAgentError of kind `configuration` if an option is wrong.
 */
export function createPhoneAgentClient(options: PhoneAgentClientOptions = {}): PhoneAgentClient {
  return rethrowAs("createPhoneAgentClient", () => createClient(options));
}

function createClient(options: PhoneAgentClientOptions): PhoneAgentClient {
  const settings = readSettings(options, "junkInboxInputNames");
  const listJunkInbox = createJunkInboxSpec(settings.junkInboxInputNames);
  // Without a prototype: `toString` is no operation.
  const specs = { __proto__: null, ...operations, listJunkInbox } as unknown as typeof operations;

  function prepare(call: Call, values: Values, options: Limits & CallOptions): void {
    const { baseUrl, headers } = settings;
    call.limits = options;
    call.request = writeRequest(call.spec, values, baseUrl, headers, options.headers);
  }
  function callNamed<Value>(
    id: OperationId,
    args: object[],
    select = (inputs?: object) => inputs,
    check?: (response: unknown) => Value,
  ): Promise<Value> {
    const call = createCall(settings, specs[id] ?? adHocSpec("", ""), String(id), check);
    return runCall(call, () => {
      const { spec } = call;
      const [values, options] = parseArguments(spec, args);
      const limits = readCallOptions(options, settings);
      prepare(call, { ...values, inputs: select(values.inputs) }, limits);
      const other = spec.others?.[call.request.path];
      if (other) throw configError(`These path values would call ${other}.`);
    }) as Promise<Value>;
  }
  const methods = Object.keys(specs).map((id) => [
    id,
    (...args: object[]) => callNamed(id as OperationId, args),
  ]);
  const pages = (id: OperationId, ...args: object[]) =>
    readPages(specs[id]?.pages, (select, check) => callNamed(id, args, select, check));
  async function* items(id: OperationId, ...args: object[]) {
    for await (const page of pages(id, ...args))
      yield* page[`${specs[id].pages?.items}`] as unknown[];
  }

  function request(verb: unknown, target: unknown, input?: RequestInput): Promise<unknown> {
    const [method, path] = [String(verb), String(target)];
    const call = createCall(settings, adHocSpec(method, path));
    return runCall(call, () => {
      if (!verbs.includes(method)) throw configError(`The method must be ${verbs.join(", ")}.`);
      const values = readCallOptions(input, settings, "query", "body", "repeatable");
      call.spec = adHocSpec(method, path, values.repeatable === true);
      prepare(call, values, values);
      if (new URL(path, "http://localhost").pathname !== path) {
        throw configError(
          "The path must be percent-encoded and start with one `/`, without dot segments, query or fragment.",
        );
      }
    });
  }

  return {
    ...Object.fromEntries(methods),
    pages,
    items,
    request,
  } as unknown as PhoneAgentClient;
}

const verbs = ["GET", "POST", "PUT", "PATCH", "DELETE"];
