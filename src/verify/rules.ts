import type { OperationRow, PagesRow } from "../../generated/operations.ts";
import type { JunkInboxInputNames } from "../core/pages.ts";
import type { ExchangeFinding } from "./findings.ts";
import { pageInput, relayTypes } from "./live/plan.ts";
import type { Exchange } from "./traffic/exchange.ts";

/** A page of a response, as far as the contract says how its operation returns pages. */
interface Page {
  readonly items: readonly unknown[];
  readonly number?: number;
  readonly size?: number;
  readonly total?: number;
}

/** The items read so far of pages that follow each other. */
interface Reading {
  readonly items: Set<string>;
  readonly last: Page;
  /** The page number of the last request, if the name of that input is known. */
  readonly requested: number;
}

const maxReadings = 10_000;

/**
 * Creates the check of the contract's rules about several responses: pages (`x-pagination`) and relay types.
 * @param names The wire names of inputs that select a page and that the contract doesn't know. Without that of the page
 * number, no request is known to be for the next page.
 */
export function createRules(operations: Readonly<Record<string, OperationRow>>, names: JunkInboxInputNames = {}) {
  const readings = new Map<string, Reading>();
  const listed = new Set<string>();
  const configured = new Map<string, number>();

  function pageFindings(exchange: Exchange, operation: string, row: PagesRow, page: Page): ExchangeFinding[] {
    const { items, size, number, total } = page;
    const input = pageInput(operations[operation], names);
    const identify = identityOf(row.items);
    // Of the inputs only the number and the size of the page are integers, and the size is in the response.
    const inputs = [...exchange.query].filter(([name, value]) => name !== input && !/^\d+$/.test(value)).sort();
    const key = JSON.stringify([operation, exchange.session, size, total, inputs]);
    const before = readings.get(key);
    const requested = Number((input && exchange.query.get(input)) ?? Number.NaN);
    const isNext =
      before !== undefined &&
      requested === before.requested + 1 &&
      (total === undefined ? before.last.items.length > 0 : before.items.size < total);
    const follows = isNext || (number ?? 0) > (before?.last.number ?? Number.POSITIVE_INFINITY);
    const all = new Set(follows ? before?.items : []);
    for (const item of items) all.add(identify(item));
    if (before || readings.size < maxReadings) readings.set(key, { items: all, last: page, requested });
    const isSame = isNext && items.length > 0 && all.size === before.items.size;
    const isStuck = isNext && number !== undefined && number <= (before.last.number ?? -1);
    const broken = (field: string | undefined, contract: string, seen: string) =>
      contradiction(operation, `/${field}`, contract, seen);
    return [
      ...(size !== undefined && items.length > size
        ? [broken(row.items, `at most \`${row.size}\` items`, "more")]
        : []),
      ...(total !== undefined && total < all.size
        ? [broken(row.total, "the items on all pages", "fewer than were read")]
        : []),
      ...(isStuck
        ? [broken(row.page, "the page that was requested", "the page before it")]
        : isSame
          ? [broken(row.items, "the items of the page that was requested", "those of the page before it")]
          : []),
    ];
  }

  function cursorFindings({ query }: Exchange, operation: string, { next }: PagesRow, body: unknown) {
    const input = pageInput(operations[operation], names);
    const sent = input === undefined ? null : query.get(input);
    if (next === undefined || !sent || sent !== Object(body)[next]) return [];
    return [contradiction(operation, `/${next}`, "the cursor of the next page", "that of this page")];
  }

  return {
    /** Returns what an exchange and those before it show. */
    see(exchange: Exchange, operation: string, pathValues: Readonly<Record<string, string>>): ExchangeFinding[] {
      const isSuccess = exchange.status >= 200 && exchange.status < 300;
      const { content } = exchange.responseBody;
      if (!isSuccess || !("value" in content)) return [];
      if (operation === relayTypes.list) {
        for (const list of listsIn(content.value)) for (const text of textsIn(list)) listed.add(text);
      }
      const type = pathValues[relayTypes.name];
      if (operation === relayTypes.operation && type !== undefined) {
        configured.set(type, (configured.get(type) ?? 0) + 1);
      }
      const row = operations[operation]?.pages;
      const page = row && pageOf(content.value, row);
      return row && page
        ? [...pageFindings(exchange, operation, row, page), ...cursorFindings(exchange, operation, row, content.value)]
        : [];
    },
    /** Returns what all of them show together: a list of findings for each exchange that has any. */
    end(): ExchangeFinding[][] {
      if (listed.size === 0) return [];
      const finding = contradiction(relayTypes.operation, "", "a relay type that the list has", "another type");
      return [...configured].flatMap(([type, times]) => (listed.has(type) ? [] : Array(times).fill([finding])));
    },
  };
}

const contradiction = (operation: string, pointer: string, contract: string, seen: string): ExchangeFinding => ({
  kind: "contradiction",
  operation,
  place: "body",
  pointer,
  contract,
  seen,
});

/** `undefined` if a type is wrong, which the schema reports. */
function pageOf(value: unknown, { items, page, size, total }: PagesRow): Page | undefined {
  const body = Object(value);
  const list = body[items];
  const fields = { number: page, size, total };
  const numbers = Object.entries(fields).flatMap(([field, name]) =>
    name === undefined ? [] : ([[field, body[name]]] as const),
  );
  if (!Array.isArray(list) || !numbers.every(([, number]) => Number.isInteger(number))) return undefined;
  return { items: list, ...Object.fromEntries(numbers) };
}

/** Items are the same if their ids are: `roomId` for `rooms`, else `id`. Without an id, the whole item decides. */
const identityOf =
  (name: string) =>
  (item: unknown): string =>
    JSON.stringify(Object(item)[`${name.replace(/s$/, "")}Id`] ?? Object(item).id ?? item);

/** The shape of the list is unknown: any array is one, with the types anywhere in it. */
function* listsIn(value: unknown): Generator<unknown[]> {
  if (Array.isArray(value)) yield value;
  else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) yield* listsIn(inner);
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) yield* textsIn(inner);
}
