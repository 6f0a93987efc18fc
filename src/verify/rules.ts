import type { JunkInboxInputNames } from "../core/pages.ts";
import type { ExchangeFinding } from "./findings.ts";
import type { Exchange } from "./traffic/exchange.ts";

interface Page {
  readonly pageSize: number;
  readonly pageNumber: number;
  readonly totalRooms: number;
  readonly rooms: readonly unknown[];
}

/** The rooms read so far of pages that follow each other. */
interface Reading {
  readonly rooms: Set<string>;
  readonly last: Page;
  /** The page number of the last request, where the name of that input is known. */
  readonly requested: number;
}

const maxReadings = 10_000;

/**
 * Creates the check of what the contract says in words, much of it about several responses.
 * @param names The wire names of the junk inbox inputs. Without that of the page number, no request is known to be for
 * the next page.
 */
export function createRules(names: JunkInboxInputNames = {}) {
  const readings = new Map<string, Reading>();
  const listed = new Set<string>();
  const configured = new Map<string, number>();

  function pageFindings(exchange: Exchange, page: Page): ExchangeFinding[] {
    const { rooms, pageSize, pageNumber, totalRooms } = page;
    // Of the inputs only the number and the size of the page are integers, and the size is in the response.
    const inputs = [...exchange.query].filter(([, value]) => !/^\d+$/.test(value)).sort();
    const key = JSON.stringify([exchange.session, pageSize, totalRooms, inputs]);
    const before = readings.get(key);
    const requested = Number((names.pageNumber && exchange.query.get(names.pageNumber)) ?? Number.NaN);
    const isNext = before !== undefined && requested === before.requested + 1 && before.rooms.size < totalRooms;
    const follows = before !== undefined && (isNext || pageNumber > before.last.pageNumber);
    const all = new Set(follows ? before.rooms : []);
    for (const room of rooms) all.add(idOf(room));
    if (before || readings.size < maxReadings) readings.set(key, { rooms: all, last: page, requested });
    const same = isNext && rooms.length > 0 && all.size === before.rooms.size;
    return [
      ...(rooms.length > pageSize ? [broken("/rooms", "at most `pageSize` rooms", "more")] : []),
      ...(totalRooms < all.size ? [broken("/totalRooms", "the rooms on all pages", "fewer than were read")] : []),
      ...(isNext && pageNumber <= before.last.pageNumber
        ? [broken("/pageNumber", "the page that was requested", "the page before it")]
        : same
          ? [broken("/rooms", "the rooms of the page that was requested", "those of the page before it")]
          : []),
    ];
  }

  return {
    /** What an exchange and those before it show. */
    see(exchange: Exchange, operation: string, pathValues: Readonly<Record<string, string>>): ExchangeFinding[] {
      const isSuccess = exchange.status >= 200 && exchange.status < 300;
      const { content } = exchange.responseBody;
      if (!isSuccess || !("value" in content)) return [];
      if (operation === "listWebhookRelayTypes") {
        for (const list of listsIn(content.value)) for (const text of textsIn(list)) listed.add(text);
      }
      const { type } = pathValues;
      if (operation === "getWebhookRelay" && type !== undefined) configured.set(type, (configured.get(type) ?? 0) + 1);
      const page = operation === "listJunkInbox" ? pageOf(content.value) : undefined;
      return page ? pageFindings(exchange, page) : [];
    },
    /** What all of them show together: a list of facts for each exchange that has any. */
    end(): ExchangeFinding[][] {
      if (listed.size === 0) return [];
      const fact = broken("", "a relay type that the list has", "another type", "getWebhookRelay");
      return [...configured].flatMap(([type, times]) => (listed.has(type) ? [] : Array(times).fill([fact])));
    },
  };
}

const broken = (pointer: string, contract: string, seen: string, operation = "listJunkInbox"): ExchangeFinding => ({
  kind: "contradiction",
  operation,
  place: "body",
  pointer,
  contract,
  seen,
});

/** `undefined` where a type is wrong, which the schema reports. */
function pageOf(value: unknown): Page | undefined {
  const page: Partial<Page> = Object(value);
  const numbers = [page.pageSize, page.pageNumber, page.totalRooms];
  return numbers.every(Number.isInteger) && Array.isArray(page.rooms) ? (page as Page) : undefined;
}

const idOf = (room: unknown): string => JSON.stringify(Object(room).roomId ?? room);

/** The shape of the list is unknown: any array is one, with the types anywhere in it. */
function* listsIn(value: unknown): Generator<unknown[]> {
  if (Array.isArray(value)) yield value;
  else if (typeof value === "object" && value !== null) for (const one of Object.values(value)) yield* listsIn(one);
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) for (const one of Object.values(value)) yield* textsIn(one);
}
