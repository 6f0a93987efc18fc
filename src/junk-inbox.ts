import type { JunkInboxPage, Room } from "../generated/models.ts";
import { operations } from "../generated/operations.ts";
import { withDefaults } from "./check.ts";
import { type Reject, rejectAs } from "./errors.ts";
import type { CallOptions, JunkInboxInputNames, Settings } from "./options.ts";
import { type Call, fail, type Invoke } from "./transport/call.ts";

/** The four inputs of the junk inbox, by purpose. */
export interface JunkInboxInputs {
  /** Whether to paginate. */
  paginate?: boolean | undefined;
  /** Which page. Whether it counts from zero, as the response does, is unknown. */
  pageNumber?: number | undefined;
  /** How many rooms a page holds. Its bounds are unknown. */
  pageSize?: number | undefined;
  /** Leaves out rooms that have been read. */
  unreadOnly?: boolean | undefined;
}

/** Where the pages start, and what they hold. `paginate` is on. */
export type JunkPagesInputs = Omit<JunkInboxInputs, "paginate">;

export interface JunkInbox {
  /**
   * List junk inbox rooms. Returns one page of the rooms in the junk inbox.
   * @param inputs Each needs its wire name in `junkInboxInputNames`.
   * @throws PhoneAgentError
   * @see The contract, Messaging: List junk inbox rooms
   */
  listJunkInbox(inputs?: JunkInboxInputs, options?: CallOptions): Promise<JunkInboxPage>;
  /**
   * The pages of the junk inbox, one call each, from `pageNumber` on (default 0). They end with `totalRooms` or an empty
   * page; after a later start also with a page number that stays the same, once all may have been read. They need the
   * wire names of `paginate` and `pageNumber`.
   * @throws PhoneAgentError of kind `contract` where the page number doesn't advance.
   */
  junkRoomPages(inputs?: JunkPagesInputs, options?: CallOptions): AsyncGenerator<JunkInboxPage, void, void>;
  /** The rooms of `junkRoomPages`, one by one. */
  junkRooms(inputs?: JunkPagesInputs, options?: CallOptions): AsyncGenerator<Room, void, void>;
}

const operation = "listJunkInbox";
const row = operations[operation];
const inputs = { paginate: undefined, pageNumber: undefined, pageSize: undefined, unreadOnly: undefined };

type Accept = NonNullable<Parameters<Invoke>[4]>;

/** Ends the pages where the next one can't be told from the last. */
function contradiction(call: Call, pointer: string, message: string): never {
  const findings = [{ kind: "contradiction", pointer, message } as const];
  return fail(call, { kind: "contract", findings, message: `\`${pointer}\` ${message}.` });
}

export function createJunkInbox(settings: Settings, invoke: Invoke): JunkInbox {
  const rejectNames = rejectAs("junkInboxInputNames");
  const names = withDefaults(settings.junkInboxInputNames, inputs, rejectNames) as JunkInboxInputNames;
  const given = Object.values(names).filter((name) => name !== undefined);
  if (new Set(given).size < given.length) rejectNames("Two inputs can't have the same name.");

  const toQuery = (values: JunkInboxInputs, reject: Reject) => {
    const pairs = Object.entries(withDefaults(values, inputs, reject)).map(([input, value]) => {
      const name = names[input as keyof JunkInboxInputNames];
      if (value !== undefined && !name)
        reject(`The wire name of \`${input}\` is unknown: set \`junkInboxInputNames\`.`);
      return [name, value];
    });
    return Object.fromEntries(pairs);
  };

  const listJunkInbox = (values: JunkInboxInputs = {}, options?: CallOptions, accept?: Accept) =>
    invoke(operation, row, (reject) => ({ query: toQuery(values, reject) }), options, accept) as Promise<JunkInboxPage>;

  async function* junkRoomPages(values: JunkPagesInputs = {}, options?: CallOptions) {
    const first = values?.pageNumber ?? 0;
    let read = 0;
    let before = -1;
    const advances = (page: JunkInboxPage) => Number(page.pageNumber) > before;
    const total = ({ totalRooms }: JunkInboxPage) => (typeof totalRooms === "number" ? totalRooms : Infinity);
    // After a later start the end can only be guessed, for a page may hold fewer rooms than it could.
    const mayEnd = (page: JunkInboxPage) => before >= 0 && first > 0 && read + first * page.pageSize >= total(page);
    const accept: Accept = (value, call) => {
      const page = value as JunkInboxPage;
      if (!Array.isArray(page.rooms)) contradiction(call, "/rooms", "isn't an array");
      if (!advances(page) && !mayEnd(page)) contradiction(call, "/pageNumber", "doesn't advance");
    };
    for (let pageNumber = first; ; pageNumber++) {
      const page = await listJunkInbox({ ...values, paginate: true, pageNumber }, options, accept);
      if (!advances(page)) return;
      before = Number(page.pageNumber);
      read += page.rooms.length;
      yield page;
      if (page.rooms.length === 0 || read >= total(page)) return;
    }
  }

  return {
    listJunkInbox: (values, options) => listJunkInbox(values, options),
    junkRoomPages,
    async *junkRooms(values, options) {
      for await (const page of junkRoomPages(values, options)) yield* page.rooms;
    },
  };
}
