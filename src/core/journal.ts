import { fillPath } from "../openapi/path.ts";
import { type Exchange, matched, type Source } from "./exchange.ts";
import { givenParameters } from "./parameters.ts";
import type { Preferences } from "./preferences.ts";
import { isRejection } from "./rejection.ts";
import { queryValues } from "./request.ts";

/** One request and what was chosen for it. The token is not in it: the mock drops `token` as it parses the query. */
export interface JournalEntry {
  /** When it arrived, in ISO 8601. */
  readonly at: string;
  /** The test run that its header `Mock-Run` names; empty without one. */
  readonly run: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path with its values; empty where the request was rejected and had no token. */
  readonly path: string;
  /** The id of the operation, where one was found. */
  readonly operation?: string;
  /** The names of the contract's parameters that it has. */
  readonly parameters: readonly string[];
  /** The names of the query parameters that the contract does not declare. */
  readonly undeclared: readonly string[];
  /** The query without `token`; a list of values for a name that it repeats. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** The headers by lower-case name, without `authorization`, `proxy-authorization`, `cookie` and `referer`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body: parsed where it is JSON, else as text; absent without one. */
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
// In characters. Entries would otherwise hold 5 GB where each has the longest body.
const maxBodies = 20_000_000;

interface Kept {
  readonly at: number;
  readonly exchange: Exchange;
  delivered: boolean;
}

/** Keeps the latest exchanges. Entries are made as they are read, so what a reader does to them changes nothing here. */
export function createJournal() {
  let kept: Kept[] = [];
  let bodies = 0;

  /** Drops the oldest, so many at a time that it seldom happens: each time moves the whole list. */
  function trim(): void {
    const excess = kept.length - maxEntries;
    let dropped = 0;
    while (dropped < excess || (bodies > maxBodies / 2 && dropped < kept.length)) bodies -= bodyLength(kept[dropped++]);
    kept.splice(0, dropped);
  }

  return {
    record(exchange: Exchange): () => void {
      const one = { at: Date.now(), exchange, delivered: false };
      kept.push(one);
      bodies += bodyLength(one);
      if (kept.length > maxEntries + slack || bodies > maxBodies) trim();
      return () => {
        one.delivered = true;
      };
    },
    /** The entries of a run, or of all, the oldest first. */
    entries(run?: string): JournalEntry[] {
      return kept
        .slice(-maxEntries)
        .filter(({ exchange }) => run === undefined || exchange.run === run)
        .map(toEntry);
    },
    reset(run?: string): void {
      kept = run === undefined ? [] : kept.filter(({ exchange }) => exchange.run !== run);
      bodies = kept.reduce((sum, one) => sum + bodyLength(one), 0);
    },
  };
}

const bodyLength = (one: Kept | undefined): number => one?.exchange.request?.body.length ?? 0;

function toEntry({ at, exchange, delivered }: Kept): JournalEntry {
  const { method, run, preferences, result } = exchange;
  const operation = matched(exchange)?.id;
  return {
    at: new Date(at).toISOString(),
    run,
    method,
    ...(operation !== undefined && { operation }),
    ...values(exchange),
    preferences: { ...preferences },
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

/** What the tester sent. Where the token is missing from its place it may stand in any other, so nothing is recorded. */
function values(exchange: Exchange): Values {
  const { request, result } = exchange;
  if (!request || (!request.hasToken && isRejection(result))) {
    return { path: "", parameters: [], undeclared: [], query: {}, headers: {} };
  }
  const { segments, query, headers, body } = request;
  const operation = matched(exchange);
  const given = queryValues(query);
  return {
    path: operation
      ? fillPath(operation.operation.path, (name) => operation.pathValues[name] ?? "")
      : `/${segments.join("/")}`,
    parameters: givenParameters(exchange),
    undeclared: operation ? [...operation.undeclared] : Object.keys(given),
    query: given,
    headers: { ...headers },
    ...(body !== "" && { body: parsed(body) }),
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
