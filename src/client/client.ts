import { type OperationId, type Operations, operations, type PaginatedItems } from "../../generated/operations.ts";
import { readCallOptions, runCall, undocumentedRow } from "./call.ts";
import { createMisuse, runNamed } from "./errors.ts";
import { createJunkInboxRow, type JunkInbox } from "./junk-inbox.ts";
import type { CallOptions, PhoneAgentClientOptions, RequestInput } from "./options.ts";
import { readPages } from "./pages.ts";
import { buildRequest, nameArguments } from "./request.ts";
import { sendWithRetries } from "./send.ts";
import { readSettings } from "./settings.ts";

type Methods = Omit<Operations<CallOptions>, keyof JunkInbox> & JunkInbox;
type Paginated = keyof PaginatedItems;

/** The documented operations by name, and a way to the rest. */
export interface PhoneAgentClient extends Methods {
  /**
   * Reads the pages of an operation whose pagination the contract describes, one call each, from the page or cursor in
   * its inputs on.
   * @param args The arguments of the operation.
   * @throws PhoneAgentError of kind `contract` if a page doesn't advance.
   */
  pages<Id extends Paginated>(
    id: Id,
    ...args: Parameters<Methods[Id]>
  ): AsyncGenerator<Awaited<ReturnType<Methods[Id]>>, void, void>;
  /** Reads the items of `pages`, one by one. */
  items<Id extends Paginated>(id: Id, ...args: Parameters<Methods[Id]>): AsyncGenerator<PaginatedItems[Id], void, void>;
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
  const settings = readSettings("createPhoneAgentClient", options, "junkInboxInputNames");
  const listJunkInbox = runNamed("createPhoneAgentClient", () => createJunkInboxRow(settings.junkInboxInputNames));
  // Without a prototype: `toString` is no operation.
  const rows: typeof operations = Object.assign(Object.create(null), operations, { listJunkInbox });

  const callNamed = (
    id: OperationId,
    args: object[],
    select = (inputs?: object) => inputs,
    check?: (response: unknown) => unknown,
  ) =>
    runCall(settings, String(id), rows[id] ?? undocumentedRow("", ""), (call) => {
      const [values, options] = nameArguments(call.row, args);
      const inputs = select(values.inputs);
      readCallOptions(call, options);
      return sendWithRetries(call, buildRequest(call, { ...values, inputs })).then(check);
    });
  const methods = Object.keys(rows).map((id) => [id, (...args: object[]) => callNamed(id as OperationId, args)]);
  const pages = (id: OperationId, ...args: object[]) =>
    readPages(rows[id]?.pages, (select, check) => callNamed(id, args, select, check));
  async function* items(id: OperationId, ...args: object[]) {
    for await (const page of pages(id, ...args)) yield* page[`${rows[id].pages?.items}`] as unknown[];
  }

  function request(verb: unknown, target: unknown, input?: RequestInput) {
    const [method, path] = [String(verb), String(target)];
    return runCall(settings, undefined, undocumentedRow(method, path), (call) => {
      if (!verbs.includes(method)) throw createMisuse(`The method must be ${verbs.join(", ")}.`);
      const values = readCallOptions(call, input, "query", "body", "repeatable");
      call.row = undocumentedRow(method, path, values.repeatable === true);
      return sendWithRetries(call, buildRequest(call, values));
    });
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
