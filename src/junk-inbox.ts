import type { ListJunkInboxInputs } from "../generated/inputs.ts";
import type { JunkInboxPage, Room } from "../generated/models.ts";
import { type OperationRow, operations } from "../generated/operations.ts";
import { withDefaults } from "./check.ts";
import { type Reject, rejectAs } from "./errors.ts";
import type { CallOptions, Settings } from "./options.ts";

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

/** The same, and under the contract's names those that it knows. */
type Inputs = JunkInboxInputs & Omit<ListJunkInboxInputs, "inputs">;

/** Where the pages start, and what they hold. `paginate` is on. */
export type JunkPagesInputs = Omit<JunkInboxInputs, "paginate">;

export interface JunkInbox {
  /**
   * List junk inbox rooms. Returns one page of the rooms in the junk inbox.
   * @param inputs Each needs its wire name in `junkInboxInputNames`.
   * @throws PhoneAgentError
   * @see The contract, Messaging: List junk inbox rooms
   */
  listJunkInbox(inputs?: Inputs, options?: CallOptions): Promise<JunkInboxPage>;
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

const purposes = { paginate: undefined, pageNumber: undefined, pageSize: undefined, unreadOnly: undefined };
const row: OperationRow = operations.listJunkInbox;

/** The row of the junk inbox, which goes by purpose where the contract doesn't know the names of its inputs. */
export function junkInboxRow({ junkInboxInputNames }: Settings): OperationRow {
  const reject = rejectAs("junkInboxInputNames");
  const names = withDefaults(junkInboxInputNames, purposes, reject) as Record<string, string>;
  const given = Object.entries(names).filter(([, name]) => name);
  if (new Set(given.map(([, name]) => name)).size < given.length) reject("Two inputs can't have the same name.");
  const { input, paginate } = row.pages ?? {};
  const wire = (name: string) => row.names?.[name] ?? name;
  const known = { ...(input && { pageNumber: wire(input) }), ...(paginate && { paginate: wire(paginate) }) };
  const pages = { items: "", ...row.pages, input: "pageNumber", paginate: "paginate" };
  // By purpose, and by the names that the contract knows.
  const inputs = [...Object.keys(purposes), ...(row.inputs ?? [])];
  return { ...row, inputs, names: { ...known, ...row.names, ...Object.fromEntries(given) }, pages };
}

/** Rejects inputs without a name. */
export function checkJunkInputs({ names = {} }: OperationRow, inputs: object, reject: Reject): void {
  for (const [input, value] of Object.entries(inputs)) {
    if (value !== undefined && !names[input] && !row.inputs?.includes(input)) {
      reject(`The wire name of \`${input}\` is unknown: set \`junkInboxInputNames\`.`);
    }
  }
}
