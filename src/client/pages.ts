import type { PagesRow } from "../../generated/operations.ts";
import { Failed } from "./errors.ts";
import { isPlainObject } from "./settings.ts";

type Page = Readonly<Record<string, unknown>>;

/** Calls the operation for one page. `check` fails the call if the page isn't the next one. */
type List = (inputs: object, check: (value: unknown) => void) => Promise<unknown>;

/** The failure of a page that can't be distinguished from the one before. */
function contradiction(field: string, message: string): Failed {
  const findings = [{ kind: "contradiction", pointer: `/${field}`, message } as const];
  return new Failed({ kind: "contract", findings }, `\`/${field}\` ${message}.`);
}

/**
 * The pages of a list, one call each. Numbered ones end with the total or an empty page; after a later start also with a
 * page that is returned again, once all may have been read. Others end if the response names no next cursor.
 */
export async function* readPages(
  row: PagesRow,
  given: object | undefined,
  list: List,
): AsyncGenerator<Page, void, void> {
  const { items, page = "", size = "", total = "", next, input = "", paginate, first = 0 } = row;
  const start: unknown = Object(given)[input] ?? (next ? undefined : first);
  let cursor = start;
  let read = 0;
  let before: Page | undefined;

  const totalOf = (value: Page) => (typeof value[total] === "number" ? Number(value[total]) : Infinity);
  /** Returns the field by which a page turns out to be the one before, and how. */
  const repeats = (value: Page): [field: string, message: string] | undefined => {
    if (next) return cursor !== undefined && value[next] === cursor ? [next, "doesn't advance"] : undefined;
    if (page && !(Number(value[page]) > (before ? Number(before[page]) : -1))) return [page, "doesn't advance"];
    return before && isEqual(value[items], before[items]) ? [items, "repeats the page before"] : undefined;
  };
  // After a later start the end can only be guessed, for a page may have fewer items than it could.
  const mayEnd = (value: Page) =>
    start !== first && read > 0 && read + (Number(start) - first) * Number(value[size]) >= totalOf(value);
  const check = (response: unknown) => {
    const value = Object(response) as Page;
    if (!Array.isArray(value[items])) throw contradiction(items, "isn't an array");
    const repeated = repeats(value);
    if (repeated && !mayEnd(value)) throw contradiction(...repeated);
  };

  for (;;) {
    const inputs = { ...given, ...(paginate && { [paginate]: true }), [input]: cursor };
    // What isn't an object of inputs is for the operation to reject.
    const value = (await list(given === undefined || isPlainObject(given) ? inputs : given, check)) as Page;
    if (repeats(value)) return;
    yield value;
    const { length } = value[items] as unknown[];
    read += length;
    before = value;
    cursor = next ? value[next] : Number(cursor) + 1;
    if (next ? (cursor ?? "") === "" : length === 0 || read >= totalOf(value)) return;
  }
}

/** Returns whether two pages have the same items. Plain values may be equal by chance, objects with an id may not. */
const isEqual = (items: unknown, before: unknown): boolean =>
  typeof (items as unknown[])[0] === "object" && JSON.stringify(items) === JSON.stringify(before);
