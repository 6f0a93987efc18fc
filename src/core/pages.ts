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
  /** Absent if the names are unknown. */
  readonly inputs?: { readonly [Input in keyof PageInputs]?: string };
}

export interface PageInputs {
  readonly paginate?: boolean;
  readonly page?: number;
  readonly size?: number;
  readonly unreadOnly?: boolean;
  readonly cursor?: string;
}

const parseBoolean = (text: string) => (text === "true" ? true : text === "false" ? false : undefined);
const parseCount = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

const parsers: Record<keyof PageInputs, { parse: (text: string) => unknown; expected: string }> = {
  paginate: { parse: parseBoolean, expected: "true or false" },
  page: { parse: parseCount, expected: "an integer from 0" },
  size: { parse: parseCount, expected: "an integer from 0" },
  unreadOnly: { parse: parseBoolean, expected: "true or false" },
  cursor: { parse: (text) => text, expected: "a string" },
};

/** The names that a tester gives to inputs that the contract doesn't name, by purpose. */
export interface InputNames {
  readonly paginate?: string | undefined;
  readonly pageNumber?: string | undefined;
  readonly pageSize?: string | undefined;
  readonly unreadOnly?: string | undefined;
}
const purposes: string[] = ["paginate", "pageNumber", "pageSize", "unreadOnly"] satisfies (keyof InputNames)[];

/**
 * Checks names of inputs.
 * @param option The name of the option that has them.
 * @param reserved The names of the contract's credentials in the query.
 * @throws TypeError if two inputs share a name, or one shares it with a credential.
 */
export function checkInputNames(option: string, names: InputNames, reserved: readonly string[]): void {
  const namedInputs = Object.entries(names).filter(([, name]) => name !== undefined);
  for (const [purpose, name] of namedInputs) {
    if (!purposes.includes(purpose)) {
      throw new TypeError(`${option}: unknown input ${purpose}. Known: ${purposes.join(", ")}.`);
    }
    if (typeof name !== "string" || name === "") {
      throw new TypeError(`${option}: the name of ${purpose} must be a string, not empty.`);
    }
  }
  const inputNames = namedInputs.map(([, name]) => name as string);
  if (new Set(inputNames).size < inputNames.length || inputNames.some((name) => reserved.includes(name))) {
    throw new TypeError(`${option}: two inputs can't share a name, and none can be named ${reserved.join(" or ")}.`);
  }
}

/** Returns an operation with the tester's names of its inputs. They replace the contract's. */
export function withInputNames(operation: Operation, names: InputNames): Operation {
  const { pagination, parameters } = operation;
  if (!pagination) return operation;
  const { paginate, pageNumber: page, pageSize: size, unreadOnly } = names;
  const namedInputs = Object.entries({ paginate, page, size, unreadOnly }).filter(([, name]) => name !== undefined);
  const namedParameters = namedInputs.map(([, name]) => ({ name: name as string, in: "query" as const }));
  return {
    ...operation,
    parameters: [...parameters, ...namedParameters],
    pagination: { ...pagination, inputs: { ...pagination.inputs, ...Object.fromEntries(namedInputs) } },
  };
}

/** The page inputs of a request without any. */
export const noPageInputs: PageInputs = {};

export function readPageInputs(query: URLSearchParams, pagination: Pagination | undefined): PageInputs | Rejection {
  const inputs = Object.entries(pagination?.inputs ?? {}).filter(([, name]) => query.has(name));
  if (inputs.length === 0) return noPageInputs;
  const values: Record<string, unknown> = {};
  for (const [input, name] of inputs) {
    const { parse, expected } = parsers[input as keyof PageInputs];
    const [text = "", ...furtherTexts] = query.getAll(name);
    values[input] = furtherTexts.length === 0 ? parse(text) : undefined;
    if (values[input] === undefined) return reject(422, `The query parameter ${name} takes one value: ${expected}.`);
  }
  return values;
}

/**
 * Cuts a requested page from the items of a body. The number of its first page is 1 if the body's page is 1, else 0. It is
 * unknown which items are unread, so `unreadOnly` omits none.
 */
export function cutPage(body: unknown, pagination: Pagination, { paginate, page, size }: PageInputs): unknown {
  const { items: name, page: pageField, size: sizeField, total: totalField } = pagination;
  const fields = Object(body);
  const items = fields[name];
  const requested = paginate !== false && (paginate ?? page ?? size) !== undefined;
  if (!requested || !Array.isArray(items)) return body;
  const first = fields[pageField ?? ""] === 1 ? 1 : 0;
  const length = size ?? (sizeField === undefined ? items.length : Number(fields[sizeField]));
  const number = page ?? first;
  const start = (number - first) * length;
  return {
    ...fields,
    ...(sizeField !== undefined && { [sizeField]: length }),
    ...(pageField !== undefined && { [pageField]: number }),
    ...(totalField !== undefined && { [totalField]: items.length }),
    [name]: start < 0 ? [] : items.slice(start, start + length),
  };
}

/** Returns the example after the one that contains the cursor; after the last, the body of an empty page. */
export function followCursor<Name>(
  examples: ReadonlyMap<Name, { readonly value: unknown }>,
  { items, next = "" }: Pagination,
  cursor: string,
): { name: Name } | { body: unknown } | Rejection {
  const entries = [...examples];
  const index = entries.findIndex(([, { value }]) => Object(value)[next] === cursor);
  if (index < 0) return reject(422, `No example of this response has this cursor in ${next}.`);
  const nextEntry = entries[index + 1];
  if (nextEntry) return { name: nextEntry[0] };
  return { body: { ...Object(entries[index]?.[1].value), [items]: [], [next]: null } };
}
