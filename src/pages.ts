import type { PagesRow } from "../generated/operations.ts";
import { type Accept, type Call, fail } from "./transport/call.ts";

type Values = Readonly<Record<string, unknown>>;

/** Ends the pages where the next one can't be told from the last. */
function contradiction(call: Call, field: string | undefined, message: string): never {
  const pointer = `/${field}`;
  const findings = [{ kind: "contradiction", pointer, message } as const];
  return fail(call, { kind: "contract", findings, message: `\`${pointer}\` ${message}.` });
}

/**
 * The pages of a list, one call each. Numbered ones end with the total or an empty page; after a later start also with a
 * number that stays the same, once all may have been read. Others end where the response names no next cursor.
 */
export async function* readPages(
  { items, page = "", size = "", total = "", next, input = "", paginate, first = 0 }: PagesRow,
  given: Values | undefined,
  list: (inputs: Values, accept: Accept) => Promise<unknown>,
): AsyncGenerator<Values, void, void> {
  const start = given?.[input] ?? (next ? undefined : first);
  let at = start;
  let read = 0;
  let before = -1;
  let value: Values;
  const stays = () => (next ? at !== undefined && value[next] === at : page && !(Number(value[page]) > before));
  const all = () => (typeof value[total] === "number" ? Number(value[total]) : Infinity);
  // After a later start the end can only be guessed, for a page may hold fewer items than it could.
  const mayEnd = () => read > 0 && read + (Number(start) - first) * Number(value[size]) >= all() && start !== first;
  const accept: Accept = (response, call) => {
    value = response as Values;
    if (!Array.isArray(value[items])) contradiction(call, items, "isn't an array");
    if (stays() && !mayEnd()) contradiction(call, next ?? page, "doesn't advance");
  };
  do {
    value = (await list({ ...given, ...(paginate && { [paginate]: true }), [input]: at }, accept)) as Values;
    if (stays()) return;
    yield value;
    const { length } = value[items] as unknown[];
    read += length;
    before = Number(value[page]);
    at = next ? (value[next] ?? "") : length > 0 && read < all() ? Number(at) + 1 : "";
  } while (at !== "");
}
