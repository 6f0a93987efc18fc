import type { Credential } from "../openapi/security.ts";
import type { Operation } from "./operation.ts";
import { checkOptions } from "./options.ts";
import { type Rejection, reject } from "./rejection.ts";
import { createIntegerParser, switchParser, type TextParser } from "./values.ts";

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
  /** The known names of the inputs, by purpose: those of `PageInputs`, and switches without an effect. */
  readonly inputs?: Readonly<Record<string, string>>;
}

export interface PageInputs {
  readonly paginate?: boolean;
  readonly page?: number;
  readonly size?: number;
  readonly cursor?: string;
}

const count = createIntegerParser(0, Number.MAX_SAFE_INTEGER, "an integer from 0");
const parsers: { readonly [purpose: string]: TextParser } = {
  paginate: switchParser,
  page: count,
  size: count,
  cursor: { parse: (text: string) => text, expected: "a string" },
} satisfies Record<keyof PageInputs, TextParser>;

const option = "junkInboxInputNames";
/** The purposes of the inputs that this option names, by its words. */
const purposes = { paginate: "paginate", pageNumber: "page", pageSize: "size", unreadOnly: "unreadOnly" } as const;

/**
 * Reads the option that names inputs, and creates the function that adds them to an operation with pages.
 * @param credentials The contract's.
 * @throws TypeError for an unknown input, an empty name, and a name that another input or a credential has.
 */
export function createInputAdder(
  names: object,
  credentials: readonly Credential[],
): (operation: Operation) => Operation {
  checkOptions(option, names, Object.fromEntries(Object.keys(purposes).map((input) => [input, "string"])));
  const reserved = credentials.flatMap(({ in: location, name }) => (location === "query" ? name : []));
  const inputs = Object.entries<string | undefined>({ ...names }).flatMap(([input, name]) =>
    name === undefined ? [] : [[purposes[input as keyof typeof purposes], name] as const],
  );
  const inputNames = inputs.map(([, name]) => name);
  if (inputNames.includes("")) throw new TypeError(`${option}: a name can't be empty.`);
  if (new Set([...inputNames, ...reserved]).size < inputNames.length + reserved.length) {
    throw new TypeError(`${option}: two inputs can't share a name, and none can be named ${reserved.join(" or ")}.`);
  }
  return ({ pagination, parameters, ...operation }) => ({
    ...operation,
    parameters: [...parameters, ...inputNames.map((name) => ({ name, in: "query" as const }))],
    pagination: pagination && { ...pagination, inputs: { ...pagination.inputs, ...Object.fromEntries(inputs) } },
  });
}

export const noPageInputs: PageInputs = {};

export function readPageInputs(query: URLSearchParams, pagination: Pagination | undefined): PageInputs | Rejection {
  const inputs = Object.entries(pagination?.inputs ?? {}).filter(([, name]) => query.has(name));
  if (inputs.length === 0) return noPageInputs;
  const values: Record<string, unknown> = {};
  for (const [input, name] of inputs) {
    const { parse, expected } = parsers[input] ?? switchParser;
    const [text = "", ...furtherTexts] = query.getAll(name);
    values[input] = furtherTexts.length === 0 ? parse(text) : undefined;
    if (values[input] === undefined) return reject(422, `The query parameter ${name} takes one value: ${expected}.`);
  }
  return values;
}

/** Returns the purposes of the inputs that a request has, but that change nothing in the response: `unreadOnly`. */
export const listUnusedInputs = (inputs: PageInputs): string[] =>
  Object.keys(inputs).filter((input) => !parsers[input]);

/** Cuts a page from a body's items, if one is requested. The first has number 1 if the body's page is 1, else 0. */
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
    [name]: items.slice(start, start + length),
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
