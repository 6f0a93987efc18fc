import type { JunkInboxPage, Room } from "../generated/schema.ts";
import { failure } from "./errors.ts";
import { type CallOptions, type JunkInboxInputNames, refuse } from "./options.ts";

/** The four inputs of the junk inbox, by what they are for. */
export interface JunkInboxInputs {
  /** Whether to paginate. */
  paginate?: boolean | undefined;
  /** Which page. Whether it counts from zero, as the answer does, is not shown. */
  pageNumber?: number | undefined;
  /** How many rooms one page holds. Its bounds are not shown. */
  pageSize?: number | undefined;
  /** Leaves out rooms that have been read. */
  unreadOnly?: boolean | undefined;
}

/** Where the pages start, and what they hold. `paginate` is not among them: it is always on. */
export type JunkPagesInputs = Omit<JunkInboxInputs, "paginate">;

export interface JunkInbox {
  /**
   * List junk inbox rooms. Returns one page of the rooms in the junk inbox, and of no other inbox.
   * @param inputs Each needs its wire name in `junkInboxInputNames`.
   * @throws PhoneAgentError
   * @see The contract, Messaging: List junk inbox rooms
   */
  listJunkInbox(inputs?: JunkInboxInputs, options?: CallOptions): Promise<JunkInboxPage>;
  /**
   * The pages of the junk inbox, one request each, from `pageNumber` (0) on. Ends where `totalRooms` are read, or at an
   * empty page. Needs the wire names of `paginate` and `pageNumber`.
   * @throws PhoneAgentError of kind `contract` where the service does not turn the page.
   */
  junkRoomPages(inputs?: JunkPagesInputs, options?: CallOptions): AsyncGenerator<JunkInboxPage, void, void>;
  /** The rooms of `junkRoomPages`, one by one. */
  junkRooms(inputs?: JunkPagesInputs, options?: CallOptions): AsyncGenerator<Room, void, void>;
}

const operation = "listJunkInbox";
type List = (query: { inputs: Record<string, unknown> }, options?: CallOptions) => Promise<JunkInboxPage>;

export function createJunkInbox(list: List, names: JunkInboxInputNames): JunkInbox {
  const listJunkInbox: JunkInbox["listJunkInbox"] = async (inputs = {}, options) => {
    const given = Object.entries(inputs).filter(([, value]) => value !== undefined);
    return list(
      { inputs: Object.fromEntries(given.map(([input, value]) => [wireName(input, value), value])) },
      options,
    );
  };

  const wireName = (input: string, value: unknown): string => {
    const type = { paginate: "boolean", pageNumber: "number", pageSize: "number", unreadOnly: "boolean" }[input];
    if (!type) refuse(operation, `${input} is no input. There are: paginate, pageNumber, pageSize, unreadOnly.`);
    if (typeof value !== type || (type === "number" && !Number.isInteger(value))) {
      refuse(operation, `${input} must be ${type === "number" ? "an integer" : "a boolean"}.`);
    }
    return (
      names[input as keyof JunkInboxInputNames] ??
      refuse(operation, `the wire name of ${input} is not known. Give it as junkInboxInputNames.${input}.`)
    );
  };

  async function* junkRoomPages(inputs: JunkPagesInputs = {}, options?: CallOptions) {
    const start = inputs.pageNumber ?? 0;
    let read = 0;
    let last: JunkInboxPage | undefined;
    for (let pageNumber = start; ; pageNumber++) {
      const page = await listJunkInbox({ ...inputs, paginate: true, pageNumber }, options);
      check(page, last);
      // Only a later start skips rooms; how the service counts pages is not shown well enough to rely on it elsewhere.
      if (!last && start > 0) read = page.pageNumber * page.pageSize;
      last = page;
      read += page.rooms.length;
      yield page;
      if (page.rooms.length === 0 || read >= page.totalRooms) return;
    }
  }

  async function* junkRooms(inputs?: JunkPagesInputs, options?: CallOptions) {
    for await (const page of junkRoomPages(inputs, options)) yield* page.rooms;
  }

  return { listJunkInbox, junkRoomPages, junkRooms };
}

function check(page: JunkInboxPage, last: JunkInboxPage | undefined): void {
  const contradiction = (pointer: string, message: string) => {
    throw failure(operation, { kind: "contract", findings: [{ kind: "contradiction", pointer, message }] });
  };
  if (!Array.isArray(page.rooms)) contradiction("/rooms", "must be array");
  if (!Number.isInteger(page.totalRooms)) contradiction("/totalRooms", "must be integer");
  if (!(page.pageNumber > (last?.pageNumber ?? -1))) contradiction("/pageNumber", "does not move on");
}
