import { type Finding, failure } from "./errors.ts";
import type { RetryOptions, RetryPolicy } from "./transport/retry.ts";
import { isToken, type TokenOption } from "./transport/token.ts";

/** What every call takes last. */
export interface CallOptions {
  /** Aborts the call, waits included. The error's `cause` is its reason. */
  signal?: AbortSignal | undefined;
  /** The time of one attempt, body included, in milliseconds. Default: the client's. */
  timeoutMs?: number | undefined;
  /** The time of the whole call, waits included, in milliseconds. Default: the client's. */
  deadlineMs?: number | undefined;
  /** Sent besides the client's headers, or in their place where the name is the same. */
  headers?: HeadersInit | undefined;
}

/** The wire names of the four inputs of the junk inbox, which the contract does not know. */
export interface JunkInboxInputNames {
  paginate?: string | undefined;
  pageNumber?: string | undefined;
  pageSize?: string | undefined;
  unreadOnly?: string | undefined;
}

/** Looks through an answer of an operation. The client throws where a finding is a contradiction. */
export type Validate = (operation: string, answer: unknown) => readonly Finding[];

export interface PhoneAgentClientOptions {
  /** Where the service answers, without `/api/v2/`. Default: `PHONE_AGENT_BASE_URL`, where there is an environment. */
  baseUrl?: string | undefined;
  /** The API token, or a function that gives it, called for every attempt. Default: `PHONE_AGENT_TOKEN`. */
  token?: TokenOption | undefined;
  /** Sends the requests. It sees the token. Default: the `fetch` of the platform. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Sent with every request. */
  headers?: HeadersInit | undefined;
  /** The time of one attempt, body included, in milliseconds. Default 30,000. */
  timeoutMs?: number | undefined;
  /** The time of a whole call, waits included, in milliseconds. Default: none. */
  deadlineMs?: number | undefined;
  /** How operations that the contract marks as repeatable are sent again. `false`: never. */
  retry?: false | RetryOptions | undefined;
  /** The largest body that is read. Default 16 MiB. */
  maxBodyBytes?: number | undefined;
  junkInboxInputNames?: JunkInboxInputNames | undefined;
  /** Sends the token over `http:` to hosts other than this machine. Default `false`. */
  allowInsecureHttp?: boolean | undefined;
  /** Looks through every answer: `validators` of `phone-agent-api/validate`. Default: none. */
  validate?: Validate | undefined;
}

/** The options, checked, with the defaults filled in. */
export interface Settings {
  readonly baseUrl: string;
  readonly token: TokenOption;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly headers: Headers | undefined;
  readonly timeoutMs: number;
  readonly deadlineMs: number | undefined;
  readonly retry: false | RetryPolicy;
  readonly maxBodyBytes: number;
  readonly junkInboxInputNames: JunkInboxInputNames;
  readonly validate: Validate | undefined;
}

const creation = "createPhoneAgentClient";
// The longest that setTimeout can wait; with more it fires at once.
const longest = 2 ** 31 - 1;

/** Refuses what is no option, and times that are none. Absent and `undefined` are the same. */
export function checkOptions(
  operation: string,
  options: object,
  limits: Record<string, [least: number, most: number] | 0>,
) {
  for (const [name, value] of Object.entries(options)) {
    const limit = limits[name];
    if (limit === undefined) refuse(operation, `${name} is no option. There are: ${Object.keys(limits).join(", ")}.`);
    if (value !== undefined && limit && !(typeof value === "number" && value >= limit[0] && value <= limit[1])) {
      refuse(operation, `${name} must be a number from ${limit[0]} to ${limit[1]}.`);
    }
  }
}

export function refuse(operation: string, reason: string): never {
  throw failure(operation, { kind: "configuration", reason });
}

const time: [number, number] = [1, longest];
export const callLimits = { signal: 0, timeoutMs: time, deadlineMs: time, headers: 0 } as const;

export function readOptions(options: PhoneAgentClientOptions): Settings {
  checkOptions(creation, options, {
    ...callLimits,
    baseUrl: 0,
    token: 0,
    fetch: 0,
    retry: 0,
    maxBodyBytes: [1, Number.MAX_SAFE_INTEGER],
    junkInboxInputNames: 0,
    allowInsecureHttp: 0,
    validate: 0,
  });
  const { retry = {}, token = environment("TOKEN") } = options;
  if (typeof token !== "function" && !isToken(token)) {
    refuse(creation, "token must be a string that is not blank, or a function. PHONE_AGENT_TOKEN is its default.");
  }
  if (retry)
    checkOptions("retry", retry, {
      attempts: [1, 100],
      baseDelayMs: [0, longest],
      maxDelayMs: [0, longest],
      maxRetryAfterMs: [0, longest],
    });
  return {
    baseUrl: readBaseUrl(options),
    token: token as TokenOption,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    headers: readHeaders(creation, options.headers),
    timeoutMs: options.timeoutMs ?? 30_000,
    deadlineMs: options.deadlineMs,
    retry:
      retry && ({ attempts: 3, baseDelayMs: 500, maxDelayMs: 8_000, maxRetryAfterMs: 60_000, ...retry } as RetryPolicy),
    maxBodyBytes: options.maxBodyBytes ?? 2 ** 24,
    junkInboxInputNames: options.junkInboxInputNames ?? {},
    validate: options.validate,
  };
}

export function readHeaders(operation: string, headers: HeadersInit | undefined): Headers | undefined {
  try {
    return headers && new Headers(headers);
  } catch {
    return refuse(operation, "headers holds a name or a value that HTTP cannot carry.");
  }
}

function readBaseUrl({ baseUrl = environment("BASE_URL"), allowInsecureHttp }: PhoneAgentClientOptions): string {
  const url = /^https?:\/\/[^\s\\?#@]+$/i.test(baseUrl ?? "") ? parse(baseUrl as string) : undefined;
  if (!url) {
    return refuse(
      creation,
      "baseUrl must be an absolute http(s) address without credentials, query or fragment. PHONE_AGENT_BASE_URL is its default.",
    );
  }
  const local = /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(url.hostname);
  if (url.protocol === "http:" && !local && !allowInsecureHttp) {
    refuse(creation, "baseUrl would send the token in clear. Use https:, or say allowInsecureHttp.");
  }
  return url.href.replace(/\/+$/, "");
}

function parse(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

// By a computed name, so that no bundler writes the value into a page.
const environment = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string> } }).process?.env?.[`PHONE_AGENT_${name}`];
