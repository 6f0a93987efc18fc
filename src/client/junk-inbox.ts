import type { ListJunkInboxInputs } from "../../generated/inputs.ts";
import type { JunkInboxPage, Room } from "../../generated/models.ts";
import { type OperationRow, operations } from "../../generated/operations.ts";
import type { Route } from "./call.ts";
import { misuse, orConfigurationError } from "./errors.ts";
import type { CallOptions } from "./options.ts";
import { checkNames } from "./settings.ts";

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

/** The wire names of the four inputs of the junk inbox, which the contract marks as unknown. */
export interface JunkInboxInputNames {
  /** The name of the input that turns pagination on. Default: unknown. */
  paginate?: string | undefined;
  /** The name of the input that selects the page. Default: unknown. */
  pageNumber?: string | undefined;
  /** The name of the input that sets how many rooms a page has at most. Default: unknown. */
  pageSize?: string | undefined;
  /** The name of the input that leaves out rooms that have been read. Default: unknown. */
  unreadOnly?: string | undefined;
}

/** The same, and under the contract's names those that it knows. */
type Inputs = JunkInboxInputs & Omit<ListJunkInboxInputs, "inputs">;

/** Where the pages start, and which rooms they have. `paginate` is on. */
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
   * The pages of the junk inbox, one call each, from `pageNumber` on (default 0). Iteration stops after `totalRooms` rooms
   * or at an empty page. If you start later, it also stops when the page number stops changing and all rooms may have been
   * read. It needs the wire names of `paginate` and `pageNumber`.
   * @throws PhoneAgentError of kind `contract` if the page number doesn't advance, or a page repeats the one before.
   */
  junkRoomPages(inputs?: JunkPagesInputs, options?: CallOptions): AsyncGenerator<JunkInboxPage, void, void>;
  /** The rooms of `junkRoomPages`, one by one. */
  junkRooms(inputs?: JunkPagesInputs, options?: CallOptions): AsyncGenerator<Room, void, void>;
}

const purposes = ["paginate", "pageNumber", "pageSize", "unreadOnly"];
const contract: OperationRow = operations.listJunkInbox;

/** The row of the junk inbox. Its inputs are named by purpose, too, as long as the contract doesn't know their names. */
export function junkInboxRow(given: JunkInboxInputNames): Route {
  return orConfigurationError("junkInboxInputNames", () => {
    checkNames(given, purposes);
    const names = Object.entries(given).filter(([, name]) => name) as [string, string][];
    if (new Set(names.map(([, name]) => name)).size < names.length)
      throw misuse("Two inputs can't have the same name.");
    const { input, paginate } = contract.pages ?? {};
    const wireName = (name = "") => contract.names?.[name] ?? name;
    const wireNames: Record<string, string> = {
      pageNumber: wireName(input),
      paginate: wireName(paginate),
      ...contract.names,
      ...Object.fromEntries(names),
    };
    const inputs = [...new Set([...purposes, ...(contract.inputs ?? [])])];
    const unnamed = inputs.filter((name) => !wireNames[name] && !contract.inputs?.includes(name));
    return {
      ...contract,
      inputs,
      names: wireNames,
      unsendable: Object.fromEntries(
        unnamed.map((name) => [name, `The wire name of \`${name}\` is unknown: set \`junkInboxInputNames\`.`]),
      ),
      pages: { items: "", ...contract.pages, input: "pageNumber", paginate: "paginate" },
    };
  });
}
