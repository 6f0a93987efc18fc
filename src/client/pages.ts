import { definedEntries } from "./entries.ts";
import { configError, Failure } from "./errors.ts";
import { checkNumber } from "./settings.ts";
import type { PagesSpec } from "./spec.ts";

type Page = Readonly<Record<string, unknown>>;

/**
 * Reads the pages of a list, one call each, until the total or an empty page, or until there is no
 * next cursor.
 * @param list Calls the operation for a page. `select` returns its inputs, and `check` the page, or
 * nothing past the last.
 */
export async function* readPages(
  {
    items,
    page = "",
    total = "",
    next,
    input = "",
    paginate,
    pageSize = "",
    first = 0,
  }: PagesSpec = {} as PagesSpec,
  list: (
    select: (inputs?: object) => Page,
    check: (response: unknown) => Page | undefined,
  ) => Promise<Page | undefined>,
): AsyncGenerator<Page, void, void> {
  let cursor: unknown;
  let start: unknown;
  let previous: Page | undefined;
  const select = (values?: object | null) => {
    if (!input) throw configError("The contract doesn't say how to request its pages.");
    const inputs = Object.fromEntries(definedEntries(values ?? {}));
    if (pageSize in inputs) checkNumber(pageSize, inputs[pageSize]);
    start ??= inputs[input] ?? (next ? undefined : first);
    cursor ??= start;
    return { ...inputs, ...(paginate && { [paginate]: true }), [input]: cursor };
  };
  const check = (response: unknown) => {
    const value = Object(response) as Page;
    if (!Array.isArray(value[items])) failPage(items, "isn't an array");
    const isRepeated = next
      ? cursor !== undefined && value[next] === cursor
      : Number(value[page]) <= Number(previous?.[page]) ||
        (previous && isEqual(value[items], previous[items]));
    if (isRepeated) {
      // Past its last page, a service may send that one again, which the total tells only from
      // the first page on.
      if (Number(start) > first && Number(value[page]) >= Number(start)) return undefined;
      const hint = ` If pages count from 1, start with \`{ ${input}: 1 }\`.`;
      failPage(next ?? items, "repeats the previous page", !next && cursor === 1 ? hint : "");
    }
    return value;
  };

  for (let read = 0; ; ) {
    const value = await list(select, check).catch((error) => {
      // Past its last page, a service may have none. Any other status could also mean that it refuses
      // a page before its last, and the loop would lose items without a word.
      if (previous && Number(start) > first && error.status === 404) return undefined;
      throw error;
    });
    if (!value) return;
    yield value;
    const { length } = value[items] as unknown[];
    read += length;
    previous = value;
    cursor = next ? value[next] : Number(cursor) + 1;
    const isLast = next
      ? (cursor ?? "") === ""
      : length === 0 || read >= Number(value[total] || Infinity);
    if (isLast) return;
  }
}

function failPage(field: string, message: string, hint = ""): never {
  const findings = [{ kind: "contradiction", pointer: `/${field}`, message } as const];
  throw new Failure("contract", `\`/${field}\` ${message}.${hint}`, { findings });
}

/** Only of objects: plain values may be equal by chance. */
const isEqual = (items: unknown, previous: unknown): boolean =>
  typeof (items as unknown[])[0] === "object" && JSON.stringify(items) === JSON.stringify(previous);
