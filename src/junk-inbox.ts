import type { JunkInboxPage, Room } from "../generated/schema.ts";
import { type Finding, failure, refuse } from "./errors.ts";
import { type CallOptions, check, type JunkInboxInputNames } from "./options.ts";

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

/** Where the pages start, and what they hold. `paginate` is on for them. */
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
   * The pages of the junk inbox, one call each, from `pageNumber` on (default 0). They end when `totalRooms` are read,
   * or with an empty page; after a later start also where the page stays the same, once all may have been read. The
   * wire names of `paginate` and `pageNumber` are needed.
   * @throws PhoneAgentError of kind `contract` where the page does not turn.
   */
  junkRoomPages(inputs?: JunkPagesInputs, options?: CallOptions): AsyncGenerator<JunkInboxPage, void, void>;
  /** The rooms of `junkRoomPages`, one by one. */
  junkRooms(inputs?: JunkPagesInputs, options?: CallOptions): AsyncGenerator<Room, void, void>;
}

const operation = "listJunkInbox";
// How far page numbers and sizes go is not shown.
const any = -(2 ** 31);
const known = { paginate: "boolean", pageNumber: any, pageSize: any, unreadOnly: "boolean" };

type List = (query: object, options?: CallOptions) => Promise<JunkInboxPage>;

/** @param rethrow Takes the token out of what is refused. */
export function createJunkInbox(
  list: List,
  rethrow: (error: unknown) => never,
  names: JunkInboxInputNames = {},
): JunkInbox {
  const text = "string";
  const all = Object.values(
    check("junkInboxInputNames", names, { paginate: text, pageNumber: text, pageSize: text, unreadOnly: text }),
  );
  if (new Set(all).size < all.length || all.includes("token")) {
    refuse("junkInboxInputNames", "two inputs cannot have one name, and none can be called token.");
  }

  const listNamed: JunkInbox["listJunkInbox"] = async (inputs = {}, options) => {
    const query = Object.entries(check(operation, inputs, known)).map(([input, value]) => {
      const name = names[input as keyof JunkInboxInputNames];
      return [name || refuse(operation, `the wire name of ${input} is not known: say junkInboxInputNames.`), value];
    });
    return list({ inputs: Object.fromEntries(query) }, options);
  };
  const listJunkInbox: JunkInbox["listJunkInbox"] = (...args) => listNamed(...args).catch(rethrow);

  async function* junkRoomPages(inputs: JunkPagesInputs = {}, options?: CallOptions) {
    const first = inputs?.pageNumber ?? 0;
    let read = 0;
    let before: JunkInboxPage | undefined;
    for (let turn = 0; ; turn++) {
      const page = await listJunkInbox({ ...inputs, paginate: true, pageNumber: first + turn }, options);
      const total = typeof page.totalRooms === "number" ? page.totalRooms : Infinity;
      const finding = trouble(page, before);
      if (finding) {
        const { pointer, message } = finding;
        // After a later start the end can only be guessed, for a page may hold fewer rooms than it could.
        if (pointer === "/pageNumber" && before && first > 0 && read + first * page.pageSize >= total) return;
        const reason = `${pointer} ${message}: the rooms after it cannot be reached.`;
        throw failure(operation, { kind: "contract", findings: [finding], reason }, turn + 1);
      }
      before = page;
      read += page.rooms.length;
      yield page;
      if (!page.rooms.length || read >= total) return;
    }
  }

  return {
    listJunkInbox,
    junkRoomPages,
    async *junkRooms(inputs, options) {
      for await (const page of junkRoomPages(inputs, options)) yield* page.rooms;
    },
  };
}

/** What keeps a page from being told from the one before. */
function trouble({ rooms, pageNumber }: JunkInboxPage, before?: JunkInboxPage): Finding | undefined {
  const found = (pointer: string, message: string): Finding => ({ kind: "contradiction", pointer, message });
  if (!Array.isArray(rooms)) return found("/rooms", "is no list");
  if (!(Number(pageNumber) > Number(before?.pageNumber ?? -1))) return found("/pageNumber", "does not move on");
  const same = rooms.length > 0 && JSON.stringify(rooms) === JSON.stringify(before?.rooms);
  return same ? found("/rooms", "are those of the page before") : undefined;
}
