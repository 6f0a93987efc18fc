import {
  type OperationId,
  type Operations,
  operations,
  type PaginatedItems,
} from "#generated/operations.ts";
import { runCall, unwrap } from "./call.ts";
import { createMisuse, runNamed } from "./errors.ts";
import { createJunkInboxSpec, type JunkInbox } from "./junk-inbox.ts";
import type { CallOptions, PhoneAgentClientOptions, RequestInput } from "./options.ts";
import { readPages } from "./pages.ts";
import { buildRequest, nameArguments } from "./request.ts";
import { readCallOptions, readSettings } from "./settings.ts";
import { undocumentedSpec } from "./spec.ts";

type Methods = Omit<Operations<CallOptions>, keyof JunkInbox> & JunkInbox;
type Paginated = keyof PaginatedItems;

/** The documented operations by name, and a way to the rest. */
export interface PhoneAgentClient extends Methods {
  /**
   * Reads the pages of an operation whose pagination the contract describes, one call each, from
   * the page or cursor in its inputs on.
   * @param args The arguments of the operation.
   * @throws PhoneAgentError of kind `contract` if a page repeats the one before.
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
  const { settings, listJunkInbox } = runNamed("createPhoneAgentClient", () => {
    const settings = readSettings(options, "junkInboxInputNames");
    return { settings, listJunkInbox: createJunkInboxSpec(settings.junkInboxInputNames) };
  });
  // Without a prototype: `toString` is no operation.
  const specs = { __proto__: null, ...operations, listJunkInbox } as unknown as typeof operations;

  function callNamed(
    id: OperationId,
    args: object[],
    select = (inputs?: object) => inputs,
    check?: (response: unknown) => unknown,
  ) {
    const spec = specs[id] ?? undocumentedSpec("", "");
    return runCall(settings, String(id), spec, () => {
      const [values, callOptions] = nameArguments(spec, args);
      const inputs = select(values.inputs);
      const limits = readCallOptions(callOptions, settings);
      return {
        spec,
        limits,
        check,
        request: buildRequest(spec, { ...values, inputs }, settings, limits.headers),
      };
    }).then(unwrap);
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

  function request(verb: unknown, target: unknown, input?: RequestInput) {
    const [method, path] = [String(verb), String(target)];
    return runCall(settings, undefined, { method, path }, () => {
      if (!verbs.includes(method)) throw createMisuse(`The method must be ${verbs.join(", ")}.`);
      const values = readCallOptions(input, settings, "query", "body", "repeatable");
      const spec = undocumentedSpec(method, path, values.repeatable === true);
      return {
        spec,
        limits: values,
        request: buildRequest(spec, values, settings, values.headers),
      };
    }).then(unwrap);
  }

  return {
    ...Object.fromEntries(methods),
    pages,
    items,
    junkRoomPages: pages.bind(null, "listJunkInbox"),
    junkRooms: items.bind(null, "listJunkInbox"),
    request,
  } as unknown as PhoneAgentClient;
}

const verbs = ["GET", "POST", "PUT", "PATCH", "DELETE"];
