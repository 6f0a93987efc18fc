import { fillPath } from "../openapi/path.ts";
import { type MatchedRequest, type MockExchange, matched, type Source } from "./exchange.ts";
import { sentParameters } from "./parameters.ts";
import type { Preferences } from "./preferences.ts";
import { isRejection } from "./rejection.ts";
import { type ParsedRequest, queryValues } from "./request.ts";
import { parseJson } from "./values.ts";

/** One request and its response. It has no credentials: the mock drops declared ones where it parses the request. */
export interface JournalEntry {
  /** When it arrived, in ISO 8601. */
  readonly at: string;
  /** The test run that its header `Mock-Run` names; empty without one. */
  readonly run: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path with its values; empty if the request was rejected and had no credentials. */
  readonly path: string;
  /** The id of the operation, where one was found. */
  readonly operation?: string;
  /** The names of the contract's parameters that it has. */
  readonly parameters: readonly string[];
  /** The names of the query parameters that the contract does not declare. */
  readonly undeclared: readonly string[];
  /** The query without credentials; a list of values for a name that it repeats. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** The headers by lower-case name, without credentials, `authorization`, `proxy-authorization`, `cookie` and `referer`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body: parsed if it is JSON of at most 500 levels, else as text; absent without one. */
  readonly body?: unknown;
  /** What applied to its response: its own preferences and the server's. */
  readonly preferences: Preferences;
  /** Where its response came from. */
  readonly source: Source;
  /** The status of its response. */
  readonly status: number;
  /** The code under which the contract declares this response. */
  readonly response?: string;
  /** The name of the example that it got. */
  readonly example?: string;
  /** Why the mock rejected it. */
  readonly rejection?: string;
  /** Whether the response has gone out whole: not before its delay, with a fault, or to a client that has left. */
  readonly delivered: boolean;
}

const maxEntries = 5000;
const slack = 1000;
// In characters. Entries with the longest bodies would otherwise take 5 GB.
const maxBodies = 20_000_000;

interface StoredExchange {
  /** When it arrived, in milliseconds since 1970. */
  readonly time: number;
  readonly exchange: MockExchange;
  delivered: boolean;
}

/** Creates a journal of the latest exchanges. Entries are made as they are read, so changes to them change nothing here. */
export function createJournal() {
  let stored: StoredExchange[] = [];
  let bodies = 0;

  /** Drops the oldest, so many at a time that it seldom happens: each time moves the whole list. */
  function trim(): void {
    const excess = stored.length - maxEntries;
    let dropped = 0;
    while (dropped < excess || (bodies > maxBodies / 2 && dropped < stored.length))
      bodies -= bodyLength(stored[dropped++]);
    stored.splice(0, dropped);
  }

  return {
    record(exchange: MockExchange): () => void {
      const entry = { time: Date.now(), exchange, delivered: false };
      stored.push(entry);
      bodies += bodyLength(entry);
      if (stored.length > maxEntries + slack || bodies > maxBodies) trim();
      return () => {
        entry.delivered = true;
      };
    },
    /** The entries of a run, or of all, the oldest first. */
    entries(run?: string): JournalEntry[] {
      return stored
        .slice(-maxEntries)
        .filter(({ exchange }) => run === undefined || exchange.run === run)
        .map(toEntry);
    },
    reset(run?: string): void {
      stored = run === undefined ? [] : stored.filter(({ exchange }) => exchange.run !== run);
      bodies = stored.reduce((sum, entry) => sum + bodyLength(entry), 0);
    },
  };
}

const bodyLength = (entry: StoredExchange | undefined): number => entry?.exchange.request?.body.length ?? 0;

function toEntry({ time, exchange, delivered }: StoredExchange): JournalEntry {
  const { method, run, result } = exchange;
  const { body, headers, ...preferences } = exchange.step;
  const operation = matched(exchange)?.id;
  return {
    at: new Date(time).toISOString(),
    run,
    method,
    ...(operation !== undefined && { operation }),
    ...values(exchange),
    preferences,
    ...(isRejection(result)
      ? { source: "mock", status: result.status, rejection: result.detail }
      : {
          source: result.source,
          status: result.status,
          response: result.code,
          ...(result.example !== undefined && { example: result.example }),
        }),
    delivered,
  };
}

type Values = Pick<JournalEntry, "path" | "parameters" | "undeclared" | "query" | "headers" | "body">;

/** The values of a request. A rejected one without credentials may have them elsewhere, so no values are recorded. */
function values(exchange: MockExchange): Values {
  const { request, result } = exchange;
  if (!request || (request.lacksCredentials && isRejection(result))) {
    return { path: "", parameters: [], undeclared: [], query: {}, headers: {} };
  }
  const { query, headers, body } = request;
  const match = matched(exchange);
  const queryObject = queryValues(query);
  return {
    path: pathOf(request),
    parameters: sentParameters(exchange),
    undeclared: match ? [...match.undeclared] : Object.keys(queryObject),
    query: queryObject,
    headers: { ...headers },
    ...(body !== "" && { body: parseJson(body) ?? body }),
  };
}

const pathOf = (request: ParsedRequest | MatchedRequest): string =>
  "segments" in request
    ? `/${request.segments.join("/")}`
    : fillPath(request.operation.path, (name) => request.pathValues[name] ?? "");
