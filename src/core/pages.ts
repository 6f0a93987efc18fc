import type { Pagination } from "../openapi/operation.ts";
import { type Rejection, reject } from "./rejection.ts";
import { booleanParser, createIntegerParser, type TextParser } from "./text.ts";

export interface PageInputs {
  readonly paginate?: boolean;
  readonly page?: number;
  readonly size?: number;
  readonly cursor?: string;
}

const count = createIntegerParser(0, Number.MAX_SAFE_INTEGER, "an integer from 0");
const parsers: { readonly [purpose: string]: TextParser } = {
  paginate: booleanParser,
  page: count,
  size: count,
  cursor: { parse: (text: string) => text, expected: "a string" },
} satisfies Record<keyof PageInputs, TextParser>;

/** Any name can be that of a flag: `constructor`, too. */
const isFlag = (input: string): boolean => !Object.hasOwn(parsers, input);

export function readPageInputs(
  query: URLSearchParams,
  pagination: Pagination | undefined,
): PageInputs | Rejection {
  const inputs = Object.entries(pagination?.inputs ?? {}).filter(([, name]) => query.has(name));
  const values: Record<string, unknown> = {};
  for (const [input, name] of inputs) {
    const { parse, expected } = (!isFlag(input) && parsers[input]) || booleanParser;
    const [text = "", ...furtherTexts] = query.getAll(name);
    values[input] = furtherTexts.length === 0 ? parse(text) : undefined;
    if (values[input] === undefined)
      return reject(422, `The query parameter ${name} takes one value: ${expected}.`);
  }
  return values;
}

/** The purposes of the inputs that change nothing in the response: `unreadOnly`. */
export const listUnusedInputs = (inputs: PageInputs): string[] =>
  Object.keys(inputs).filter(isFlag);

/**
 * Cuts a page from a body's items, if one is requested. The first has number 1 if the body's page
 * is 1, else 0.
 */
export function cutPage(
  body: unknown,
  pagination: Pagination,
  { paginate, page, size }: PageInputs,
): unknown {
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

/**
 * Returns the example after the one that contains the cursor; after the last, the body of an empty
 * page.
 */
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
