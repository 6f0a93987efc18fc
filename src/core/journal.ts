import { parseJson } from "../openapi/json.ts";
import { sentParametersOf } from "./coverage.ts";
import type { MockExchange, Source } from "./exchange.ts";
import type { Fault, Preferences } from "./preferences.ts";

/**
 * One request and its response. It has no declared credentials: the mock drops them as it parses
 * the request.
 */
export interface JournalEntry {
  /** When it arrived, in ISO 8601. */
  readonly at: string;
  /** The test run that its header `Mock-Run` names; empty without one. */
  readonly run: string;
  /** The HTTP method. */
  readonly method: string;
  /**
   * The path. All values are empty if the request was malformed, or was rejected and had no
   * credentials.
   */
  readonly path: string;
  /** The id of the operation, if one matched. */
  readonly operation?: string;
  /** The names of the contract's parameters that the request has. */
  readonly parameters: readonly string[];
  /** The names of the query parameters that the contract doesn't declare. */
  readonly undeclared: readonly string[];
  /** The query without credentials; a list of values for a name that it repeats. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /**
   * By lower-case name, without credentials, `authorization`, `cookie`, `referer` and
   * `proxy-authorization`.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The body: parsed if it is JSON of at most 500 levels, else as text; absent without one. */
  readonly body?: unknown;
  /**
   * The preferences for the response: the request's, and the server's unless the request was
   * rejected first.
   */
  readonly preferences: Preferences;
  /** The origin of the response; absent while there is none, and if your function threw. */
  readonly source?: Source;
  /** The status of the response; absent without one, and if the connection was reset before it. */
  readonly status?: number;
  /** The fault of the response. */
  readonly fault?: Fault;
  /** The code under which the contract declares the response. */
  readonly response?: string;
  /** The name of the response's example. */
  readonly example?: string;
  /** Why the mock rejected the request. */
  readonly rejection?: string;
  /**
   * Whether the response has gone out whole: not before its delay, with a fault, or to a client
   * that has left.
   */
  readonly delivered: boolean;
}

/**
 * Creates the entry of an exchange. Of a rejected request without credentials it has no values:
 * they may be in these.
 */
export function toEntry(exchange: MockExchange): JournalEntry {
  const { time, method, run, request, match, result, delivered } = exchange;
  const { body: _, headers: __, ...preferences } = exchange.step;
  const isHidden = !request || (request.lacksCredentials && result?.rejection !== undefined);
  const isReset = result?.fault === "reset";
  const query = toObject(isHidden ? new URLSearchParams() : request.query);
  const entry = {
    at: new Date(time).toISOString(),
    run,
    method,
    operation: match?.id,
    path: isHidden ? "" : `/${request.segments.join("/")}`,
    parameters: match && !isHidden ? sentParametersOf(match) : [],
    undeclared: match && !isHidden ? [...match.undeclared] : Object.keys(query),
    query,
    headers: isHidden ? {} : { ...request.headers },
    body: isHidden || request.body === "" ? undefined : (parseJson(request.body) ?? request.body),
    preferences,
    source: result?.source,
    status: isReset ? undefined : result?.status,
    fault: result?.fault,
    response: isReset ? undefined : result?.code,
    example: isReset ? undefined : result?.example,
    rejection: result?.rejection,
    delivered,
  };
  // It shares no object with the exchange, as a tester may change it.
  return Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== undefined),
  ) as unknown as JournalEntry;
}

const toObject = (query: URLSearchParams) =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
