import type { JunkInboxPage, ListJunkInboxInputs, Room } from "../../generated/models.ts";
import { type OperationRow, operations } from "../../generated/operations.ts";
import { createMisuse } from "./errors.ts";
import type { CallOptions } from "./options.ts";
import { readEntries } from "./settings.ts";

/** The four inputs of the junk inbox, by purpose. */
export interface JunkInboxInputs {
  /** Whether to paginate. */
  paginate?: boolean | undefined;
  /** Which page. Whether it counts from zero, as the response does, is unknown. */
  pageNumber?: number | undefined;
  /** How many rooms a page has at most. Its bounds are unknown. */
  pageSize?: number | undefined;
  /** Leaves out rooms that have been read. */
  unreadOnly?: boolean | undefined;
}

/** The wire names of the four inputs of the junk inbox, by purpose. The contract marks them as unknown. */
export type JunkInboxInputNames = { [Input in keyof JunkInboxInputs]?: string | undefined };

/** The four inputs by purpose, and the inputs whose names the contract knows under these names. */
type Inputs = JunkInboxInputs & Omit<ListJunkInboxInputs, "inputs">;

/** The inputs of the junk inbox's pages: the first page, its size, and which rooms. `paginate` is always on. */
export type JunkPagesInputs = Omit<Inputs, "paginate">;

export interface JunkInbox {
  /**
   * List junk inbox rooms. Returns one page of the rooms in the junk inbox.
   * @param inputs Each needs its wire name in `junkInboxInputNames`.
   * @throws PhoneAgentError
   * @see The contract, Messaging: List junk inbox rooms
   */
  listJunkInbox(inputs?: Inputs, options?: CallOptions): Promise<JunkInboxPage>;
  /**
   * Reads the pages of the junk inbox, one call each, from `pageNumber` on (default 0). Iteration stops after
   * `totalRooms` rooms or at an empty page. It needs the wire names of `paginate` and `pageNumber`.
   * @throws PhoneAgentError of kind `contract` if the page number doesn't advance, or a page repeats the one before.
   */
  junkRoomPages(inputs?: JunkPagesInputs, options?: CallOptions): AsyncGenerator<JunkInboxPage, void, void>;
  /** Reads the rooms of `junkRoomPages`, one by one. */
  junkRooms(inputs?: JunkPagesInputs, options?: CallOptions): AsyncGenerator<Room, void, void>;
}

const purposes = ["paginate", "pageNumber", "pageSize", "unreadOnly"] as const;

/** Creates the row of the junk inbox, which takes inputs by purpose, too. Their wire names precede the contract's. */
export function createJunkInboxRow(inputNames: JunkInboxInputNames = {}): OperationRow {
  const setNames = readEntries(inputNames, purposes).flatMap(([, name]) => name || []);
  if (new Set(setNames).size < setNames.length) throw createMisuse("Two inputs can't have the same name.");
  const row: OperationRow = operations.listJunkInbox;
  const { inputs = [], names, pages = { items: "" } } = row;
  const nameOf = (input: string) => names?.[input] ?? (inputs.includes(input) ? input : "");
  const inputOf: JunkInboxInputNames = { paginate: pages.paginate, pageNumber: pages.input, pageSize: pages.pageSize };
  const wireNames = purposes.map((purpose) => [purpose, inputNames[purpose] || nameOf(inputOf[purpose] ?? purpose)]);
  return {
    ...row,
    inputs: [...purposes, ...inputs],
    names: { ...names, ...Object.fromEntries(wireNames) },
    pages: { ...pages, input: "pageNumber", paginate: "paginate" },
  };
}
