import type { JunkInboxInputNames } from "../client/junk-inbox.ts";
import type { Pagination } from "../core/pages.ts";
import { relayTypes, type VerifiableOperation } from "./contract.ts";
import type { ExchangeFinding } from "./findings.ts";
import { pageInputOf } from "./live/plan.ts";
import type { Exchange } from "./traffic/exchange.ts";

/** A page in a response: the fields that the contract's `x-pagination` names. */
interface Page {
  readonly items: readonly unknown[];
  readonly page?: number;
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
 * Creates the checks of rules about several responses. Pages (`x-pagination`) have to advance, and to agree with the
 * size and the total that they name. A relay has to have a type that the service lists.
 * @param names The wire names of the junk inbox inputs, which the contract doesn't know. Without the name of the page
 * number, whether a request is for the next page is unknown.
 */
export function createRules(names: JunkInboxInputNames = {}) {
  const readings = new Map<string, Reading>();
  const listedTypes = new Set<string>();
  const configuredTypes = new Map<string, number>();

  /** Compares a page with its own fields and with the pages before it. */
  function checkPage(exchange: Exchange, operation: VerifiableOperation, fields: Pagination, page: Page) {
    const { items, size, page: number, total } = page;
    const input = pageInputOf(operation, names);
    const identify = identityOf(fields.items);
    // Integers are left out: they may be the page number, or the size, which the key has from the response.
    const inputs = [...exchange.query].filter(([name, value]) => name !== input && !/^\d+$/.test(value)).sort();
    const key = JSON.stringify([operation.id, exchange.session, size, total, inputs]);
    const reading = readings.get(key);
    const requestedPage = Number((input && exchange.query.get(input)) ?? Number.NaN);
    const isNext =
      reading !== undefined &&
      requestedPage === reading.requestedPage + 1 &&
      (total === undefined ? reading.last.items.length > 0 : reading.ids.size < total);
    const follows = isNext || (number ?? 0) > (reading?.last.page ?? Number.POSITIVE_INFINITY);
    const ids = new Set(follows ? reading?.ids : []);
    for (const item of items) ids.add(identify(item));
    if (reading || readings.size < maxReadings) readings.set(key, { ids, last: page, requestedPage });
    const isSame = isNext && items.length > 0 && ids.size === reading.ids.size;
    const isStuck = isNext && number !== undefined && number <= (reading.last.page ?? -1);
    const findings: ExchangeFinding[] = [];
    const contradict = (field: string | undefined, contract: string, observation: string) =>
      findings.push(createContradiction(operation.id, `/${field}`, contract, observation));
    if (size !== undefined && items.length > size) contradict(fields.items, `at most \`${fields.size}\` items`, "more");
    if (total !== undefined && total < ids.size)
      contradict(fields.total, "the items on all pages", "fewer than were read");
    if (isStuck) contradict(fields.page, "the page that was requested", "the page before it");
    else if (isSame)
      contradict(fields.items, "the items of the page that was requested", "those of the page before it");
    return findings;
  }

  function checkCursor({ query }: Exchange, operation: VerifiableOperation, { next }: Pagination, body: unknown) {
    const cursor = query.get(pageInputOf(operation, names) ?? "");
    if (next === undefined || !cursor || cursor !== Object(body)[next]) return [];
    return [createContradiction(operation.id, `/${next}`, "the cursor of the next page", "that of this page")];
  }

  return {
    /** Returns the findings that an exchange shows together with earlier ones. */
    check(
      exchange: Exchange,
      operation: VerifiableOperation,
      pathValues: Readonly<Record<string, string>>,
    ): ExchangeFinding[] {
      const isSuccess = exchange.status >= 200 && exchange.status < 300;
      const { content } = exchange.responseBody;
      if (!isSuccess || !("value" in content)) return [];
      if (operation.id === relayTypes.list) {
        for (const text of findListedTexts(content.value)) listedTypes.add(text);
      }
      const type = pathValues[relayTypes.name];
      if (operation.id === relayTypes.operation && type !== undefined) {
        configuredTypes.set(type, (configuredTypes.get(type) ?? 0) + 1);
      }
      const { pagination } = operation;
      const page = pagination && readPage(content.value, pagination);
      return page
        ? [
            ...checkPage(exchange, operation, pagination, page),
            ...checkCursor(exchange, operation, pagination, content.value),
          ]
        : [];
    },
    /** Returns the findings that only all exchanges together show, each as often as there are exchanges that have it. */
    finish(): ExchangeFinding[] {
      if (listedTypes.size === 0) return [];
      const finding = createContradiction(relayTypes.operation, "", "a relay type that the list has", "another type");
      return [...configuredTypes].flatMap(([type, times]) => (listedTypes.has(type) ? [] : Array(times).fill(finding)));
    },
  };
}

const createContradiction = (
  operation: string,
  pointer: string,
  contract: string,
  observation: string,
): ExchangeFinding => ({ kind: "contradiction", operation, place: "body", pointer, contract, seen: observation });

/** Reads the page in a body. `undefined` if a field is absent or has a wrong type: the schema reports it. */
function readPage(value: unknown, pagination: Pagination): Page | undefined {
  const body = Object(value);
  const items = body[pagination.items];
  const numbers = (["page", "size", "total"] as const).flatMap((field) => {
    const name = pagination[field];
    return name === undefined ? [] : ([[field, body[name]]] as const);
  });
  if (!Array.isArray(items) || !numbers.every(([, number]) => Number.isInteger(number))) return undefined;
  return { items, ...Object.fromEntries(numbers) };
}

/** Returns the function that identifies an item: by `roomId` for `rooms`, else by `id`, else by the whole item. */
const identityOf =
  (name: string) =>
  (item: unknown): string =>
    JSON.stringify(Object(item)[`${name.replace(/s$/, "")}Id`] ?? Object(item).id ?? item);

/** Finds the texts in all arrays of a body. Any of them may be a relay type, since the shape of the list is unknown. */
function* findListedTexts(value: unknown, isListed = false): Generator<string> {
  if (typeof value === "string" && isListed) yield value;
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) yield* findListedTexts(inner, isListed || Array.isArray(value));
}
