import type { PagesRow } from "../generated/operations.ts";
import { type Accept, type Call, fail } from "./transport/call.ts";

type Values = Readonly<Record<string, unknown>>;

/** Ends the pages where the next one can't be told from the last. */
function contradiction(call: Call, field: string, message: string): never {
  const findings = [{ kind: "contradiction", pointer: `/${field}`, message } as const];
  return fail(call, { kind: "contract", findings, message: `\`/${field}\` ${message}.` });
}

/**
 * The pages of a list, one call each. Numbered ones end with the total or an empty page; after a later start also with a
 * number that stays the same, once all may have been read. Others end where the response names no next cursor.
 */
export async function* readPages(
  { items, page, size, total, next, input = "", paginate, first = 0 }: PagesRow,
  inputs: object = {},
  list: (inputs: Values, accept: Accept) => Promise<unknown>,
): AsyncGenerator<Values, void, void> {
  const given = inputs as Values;
  const start = Number(given?.[input] ?? first);
  let at = next ? given?.[input] : start;
  let read = 0;
  let before = -Infinity;
  const itemsOf = (value: Values) => value[items] as unknown[];
  const advances = (value: Values) => !page || Number(value[page]) > before;
  const totalOf = (value: Values) => (typeof value[`${total}`] === "number" ? Number(value[`${total}`]) : Infinity);
  // After a later start the end can only be guessed, for a page may hold fewer items than it could.
  const mayEnd = (value: Values) =>
    read > 0 && start > first && read + (start - first) * Number(value[`${size}`]) >= totalOf(value);
  const accept: Accept = (response, call) => {
    const value = response as Values;
    if (!Array.isArray(itemsOf(value))) contradiction(call, items, "isn't an array");
    const stays = next ? at !== undefined && value[next] === at : !advances(value) && !mayEnd(value);
    if (stays) contradiction(call, `${next ?? page}`, "doesn't advance");
  };
  for (;;) {
    const value = (await list({ ...given, ...(paginate && { [paginate]: true }), [input]: at }, accept)) as Values;
    if (!next && !advances(value)) return;
    yield value;
    if (next) {
      at = value[next];
      if (at === undefined || at === null || at === "") return;
      continue;
    }
    before = Number(value[`${page}`]);
    read += itemsOf(value).length;
    if (itemsOf(value).length === 0 || read >= totalOf(value)) return;
    at = Number(at) + 1;
  }
}
