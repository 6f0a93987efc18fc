import type { OperationRow, PagesRow } from "../../generated/operations.ts";
import type { JunkInboxInputNames } from "../client/junk-inbox.ts";
import type { ExchangeFinding } from "./findings.ts";
import { pageInputOf, relayTypes } from "./live/plan.ts";
import type { Exchange } from "./traffic/exchange.ts";

/** A page in a response: the fields that the contract's `x-pagination` names. */
interface Page {
  readonly items: readonly unknown[];
  readonly number?: number;
  readonly size?: number;
  readonly total?: number;
}

/** The pages of a list that were read one after another, and the ids of their items. */
interface Reading {
  readonly ids: ReadonlySet<string>;
  readonly last: Page;
  /** The page number of the last request, if the name of that input is known. */
  readonly requestedPage: number;
}

const maxReadings = 10_000;

/**
 * Creates the checks of rules about several responses. Pages (`x-pagination`) have to advance, and to agree with the size
 * and the total that they name. A relay has to have a type that the service lists.
 * @param names The wire names of the junk inbox inputs, which the contract doesn't know. Without the name of the page
 * number, whether a request is for the next page is unknown.
 */
export function createRules(operations: Readonly<Record<string, OperationRow>>, names: JunkInboxInputNames = {}) {
  const readings = new Map<string, Reading>();
  const relayTypeList = new Set<string>();
  const configuredTypes = new Map<string, number>();

  function pageFindingsOf(exchange: Exchange, operation: string, row: PagesRow, page: Page): ExchangeFinding[] {
    const { items, size, number, total } = page;
    const input = pageInputOf(operations[operation], names);
    const identify = identityOf(row.items);
    // Without inputs that are integers, which are the page number, and the size that the response contains, too.
    const inputs = [...exchange.query].filter(([name, value]) => name !== input && !/^\d+$/.test(value)).sort();
    const key = JSON.stringify([operation, exchange.session, size, total, inputs]);
    const reading = readings.get(key);
    const requestedPage = Number((input && exchange.query.get(input)) ?? Number.NaN);
    const isNext =
      reading !== undefined &&
      requestedPage === reading.requestedPage + 1 &&
      (total === undefined ? reading.last.items.length > 0 : reading.ids.size < total);
    const follows = isNext || (number ?? 0) > (reading?.last.number ?? Number.POSITIVE_INFINITY);
    const ids = new Set(follows ? reading?.ids : []);
    for (const item of items) ids.add(identify(item));
    if (reading || readings.size < maxReadings) readings.set(key, { ids, last: page, requestedPage });
    const isSame = isNext && items.length > 0 && ids.size === reading.ids.size;
    const isStuck = isNext && number !== undefined && number <= (reading.last.number ?? -1);
    const createPageFinding = (field: string | undefined, contract: string, observation: string) =>
      createContradiction(operation, `/${field}`, contract, observation);
    return [
      ...(size !== undefined && items.length > size
        ? [createPageFinding(row.items, `at most \`${row.size}\` items`, "more")]
        : []),
      ...(total !== undefined && total < ids.size
        ? [createPageFinding(row.total, "the items on all pages", "fewer than were read")]
        : []),
      ...(isStuck
        ? [createPageFinding(row.page, "the page that was requested", "the page before it")]
        : isSame
          ? [createPageFinding(row.items, "the items of the page that was requested", "those of the page before it")]
          : []),
    ];
  }

  function cursorFindingsOf({ query }: Exchange, operation: string, { next }: PagesRow, body: unknown) {
    const input = pageInputOf(operations[operation], names);
    const cursor = input === undefined ? null : query.get(input);
    if (next === undefined || !cursor || cursor !== Object(body)[next]) return [];
    return [createContradiction(operation, `/${next}`, "the cursor of the next page", "that of this page")];
  }

  return {
    /** Returns the findings that an exchange shows together with earlier ones. */
    check(exchange: Exchange, operation: string, pathValues: Readonly<Record<string, string>>): ExchangeFinding[] {
      const isSuccess = exchange.status >= 200 && exchange.status < 300;
      const { content } = exchange.responseBody;
      if (!isSuccess || !("value" in content)) return [];
      if (operation === relayTypes.list) {
        for (const list of findLists(content.value)) for (const text of findTexts(list)) relayTypeList.add(text);
      }
      const type = pathValues[relayTypes.name];
      if (operation === relayTypes.operation && type !== undefined) {
        configuredTypes.set(type, (configuredTypes.get(type) ?? 0) + 1);
      }
      const row = operations[operation]?.pages;
      const page = row && pageOf(content.value, row);
      return row && page
        ? [
            ...pageFindingsOf(exchange, operation, row, page),
            ...cursorFindingsOf(exchange, operation, row, content.value),
          ]
        : [];
    },
    /** Returns the findings that only all exchanges together show: a list for each exchange that has any. */
    finish(): ExchangeFinding[][] {
      if (relayTypeList.size === 0) return [];
      const finding = createContradiction(relayTypes.operation, "", "a relay type that the list has", "another type");
      return [...configuredTypes].flatMap(([type, times]) =>
        relayTypeList.has(type) ? [] : Array(times).fill([finding]),
      );
    },
  };
}

const createContradiction = (
  operation: string,
  pointer: string,
  contract: string,
  observation: string,
): ExchangeFinding => ({
  kind: "contradiction",
  operation,
  place: "body",
  pointer,
  contract,
  seen: observation,
});

/** Reads the page in a body. `undefined` if a field has a wrong type, which the schema reports. */
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

/** Returns the function that identifies an item: by `roomId` for `rooms`, else by `id`, else by the whole item. */
const identityOf =
  (name: string) =>
  (item: unknown): string =>
    JSON.stringify(Object(item)[`${name.replace(/s$/, "")}Id`] ?? Object(item).id ?? item);

/** Finds the outermost arrays in a body. Any of them may list relay types, since the shape of the list is unknown. */
function* findLists(value: unknown): Generator<unknown[]> {
  if (Array.isArray(value)) yield value;
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) yield* findLists(inner);
}

function* findTexts(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) yield* findTexts(inner);
}
