import type { JunkInboxInputNames } from "../options.ts";
import type { Operation } from "./operation.ts";
import { type Rejection, reject } from "./rejection.ts";

/** How an operation returns its items in pages: the fields of its response, and the names of its query inputs. */
export interface Pagination {
  readonly items: string;
  /** The number of the page. */
  readonly page?: string;
  /** How many items a page can have. */
  readonly size?: string;
  /** How many items all pages have. */
  readonly total?: string;
  /** The cursor of the next page; absent or null on the last. */
  readonly next?: string;
  /** Absent where the names are unknown. */
  readonly inputs?: { readonly [Input in keyof PageInputs]?: string };
}

export interface PageInputs {
  readonly paginate?: boolean;
  readonly page?: number;
  readonly size?: number;
  readonly unreadOnly?: boolean;
  readonly cursor?: string;
}

const boolean = (text: string) => (text === "true" ? true : text === "false" ? false : undefined);
const count = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

const parsers: Record<keyof PageInputs, { parse: (text: string) => unknown; expected: string }> = {
  paginate: { parse: boolean, expected: "true or false" },
  page: { parse: count, expected: "an integer from 0" },
  size: { parse: count, expected: "an integer from 0" },
  unreadOnly: { parse: boolean, expected: "true or false" },
  cursor: { parse: (text) => text, expected: "a string" },
};
const kinds: string[] = ["paginate", "pageNumber", "pageSize", "unreadOnly"] satisfies (keyof JunkInboxInputNames)[];

/** @throws TypeError where the names of the inputs could not be told from each other, or from the token. */
export function checkInputNames(names: JunkInboxInputNames): void {
  const given = Object.entries(names).filter(([, name]) => name !== undefined);
  for (const [kind, name] of given) {
    if (!kinds.includes(kind)) {
      throw new TypeError(`junkInboxInputNames: unknown input ${kind}. Known: ${kinds.join(", ")}.`);
    }
    if (typeof name !== "string" || name === "") {
      throw new TypeError(`junkInboxInputNames: the name of ${kind} must be a string, not empty.`);
    }
  }
  const used = given.map(([, name]) => name);
  if (new Set(used).size < used.length || used.includes("token")) {
    throw new TypeError("junkInboxInputNames: two inputs cannot share a name, and none can be named token.");
  }
}

/** The junk inbox with the names that the tester gives to its inputs, which come before those of the contract. */
export function withInputNames(id: string, operation: Operation, names: JunkInboxInputNames): Operation {
  const { pagination, parameters } = operation;
  if (id !== "listJunkInbox" || !pagination) return operation;
  const { paginate, pageNumber: page, pageSize: size, unreadOnly } = names;
  const given = Object.entries({ paginate, page, size, unreadOnly }).filter(([, name]) => name !== undefined);
  const added = given.map(([, name]) => ({ name: name as string, in: "query" as const }));
  return {
    ...operation,
    parameters: [...parameters, ...added],
    pagination: { ...pagination, inputs: { ...pagination.inputs, ...Object.fromEntries(given) } },
  };
}

/** Reads the inputs that choose a page. */
export function readPageInputs(query: URLSearchParams, { inputs = {} }: Pagination): PageInputs | Rejection {
  const read: Record<string, unknown> = {};
  for (const [input, name] of Object.entries(inputs)) {
    if (!query.has(name)) continue;
    const { parse, expected } = parsers[input as keyof PageInputs];
    const [text = "", ...more] = query.getAll(name);
    read[input] = more.length === 0 ? parse(text) : undefined;
    if (read[input] === undefined) return reject(422, `The query parameter ${name} takes one value: ${expected}.`);
  }
  return read;
}

/**
 * Cuts a requested page from the items of a body, whose own page is the first. Which items are unread is unknown, so
 * `unreadOnly` omits none.
 */
export function cutPage(body: unknown, pagination: Pagination, { paginate, page, size }: PageInputs): unknown {
  const { items: name, page: pageField, size: sizeField, total: totalField } = pagination;
  const whole = Object(body);
  const items = whole[name];
  const requested = paginate !== false && (paginate ?? page ?? size) !== undefined;
  if (!requested || !Array.isArray(items)) return body;
  const first = whole[pageField ?? ""] === 1 ? 1 : 0;
  const length = size ?? (sizeField === undefined ? items.length : Number(whole[sizeField]));
  const number = page ?? first;
  const from = (number - first) * length;
  return {
    ...whole,
    ...(sizeField !== undefined && { [sizeField]: length }),
    ...(pageField !== undefined && { [pageField]: number }),
    ...(totalField !== undefined && { [totalField]: items.length }),
    [name]: from < 0 ? [] : items.slice(from, from + length),
  };
}

/** The body that a cursor leads to: that of the example after the one that holds it; after the last, an empty page. */
export function followCursor<Name>(
  examples: ReadonlyMap<Name, { readonly value: unknown }>,
  { items, next = "" }: Pagination,
  cursor: string,
): { name: Name } | { body: unknown } | Rejection {
  const all = [...examples];
  const holder = all.findIndex(([, { value }]) => Object(value)[next] === cursor);
  if (holder < 0) return reject(422, `No example of this response has this cursor in ${next}.`);
  const following = all[holder + 1];
  if (following) return { name: following[0] };
  return { body: { ...Object(all[holder]?.[1].value), [items]: [], [next]: null } };
}
