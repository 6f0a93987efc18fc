import { type CallRecord, type Finding, type Kind, type PhoneAgentError, type Reject, rejectAs } from "./errors.ts";
import { type RetryOptions, type RetryPolicy, retryDefaults } from "./transport/retry.ts";
import { isToken, type TokenOption } from "./transport/token.ts";

/** The last argument of every call. */
export interface CallOptions {
  /** Aborts the call, waits included. Its reason becomes the error's `cause`. */
  signal?: AbortSignal | undefined;
  /** The time of one attempt, body included, in milliseconds. Default: the client's. */
  timeoutMs?: number | undefined;
  /** The time of the whole call, waits included, in milliseconds. Default: the client's. */
  deadlineMs?: number | undefined;
  /** Added to the client's headers; the same name replaces its value. */
  headers?: RequestInit["headers"] | undefined;
}

/** What every hook receives. It holds no query and no token. */
export interface CallEvent extends Required<Pick<CallRecord, "operation">>, Pick<CallRecord, "method" | "path"> {
  /** How many requests of the call were sent so far. */
  readonly attempt: number;
}

/** What each hook receives besides. */
export interface HookEvents {
  /** Before each request. */
  onRequest: object;
  /** When the status is known, `durationMs` after the request. The body may still fail. */
  onResponse: { readonly status: number; readonly durationMs: number };
  /** Before each wait of `delayMs`, with the failure that caused it. */
  onRetry: { readonly kind: Kind; readonly status?: number | undefined; readonly delayMs: number };
  /** When a call has failed for good, `durationMs` after it began. */
  onError: { readonly error: PhoneAgentError; readonly durationMs: number };
}

/** Functions that observe. What they throw, or reject with, changes nothing. */
type Hooks = { readonly [Hook in keyof HookEvents]?: ((event: CallEvent & HookEvents[Hook]) => unknown) | undefined };

/** The wire names of the four inputs of the junk inbox, which the contract marks as unknown. */
export interface JunkInboxInputNames {
  /** The name of the input that turns pagination on. */
  paginate?: string | undefined;
  /** The name of the input that selects the page. */
  pageNumber?: string | undefined;
  /** The name of the input that sets how many rooms a page holds. */
  pageSize?: string | undefined;
  /** The name of the input that leaves out rooms that have been read. */
  unreadOnly?: string | undefined;
}

/** Checks the response of an operation. The client throws where a finding is a contradiction. */
export type Validate = (operation: string, response: unknown) => readonly Finding[];

export interface PhoneAgentClientOptions extends Hooks {
  /** The address of the service, without `/api/v2`. Default: the environment variable `PHONE_AGENT_BASE_URL`. */
  baseUrl?: string | undefined;
  /** The API token, or a function that returns it for each attempt. Default: the environment variable `PHONE_AGENT_TOKEN`. */
  token?: TokenOption | undefined;
  /** Sends each request. It receives the URL with the token and returns a web `Response`. Default: the platform's. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Sent with every request. */
  headers?: RequestInit["headers"] | undefined;
  /** The time of one attempt, body included, in milliseconds. Default 30,000. */
  timeoutMs?: number | undefined;
  /** The time of one call, waits included, in milliseconds. A wait that would outlast it isn't begun. Default: none. */
  deadlineMs?: number | undefined;
  /** How operations that are safe to retry are retried; `false` turns retries off. */
  retry?: false | RetryOptions | undefined;
  /** The largest body that is read, in bytes. Default 16 MiB. */
  maxBodyBytes?: number | undefined;
  /** The wire names of the inputs of the junk inbox. Default: none is known. */
  junkInboxInputNames?: JunkInboxInputNames | undefined;
  /**
   * Allows plain HTTP to other machines, which exposes the token. Default: whether the environment variable
   * `PHONE_AGENT_ALLOW_INSECURE_HTTP` is `1`.
   */
  allowInsecureHttp?: boolean | undefined;
  /** Checks every response: `validators` from `phone-agent-api/validate`. Default: none. */
  validate?: Validate | undefined;
}

/** The options with their defaults. */
export interface Settings extends Hooks {
  readonly baseUrl: string;
  readonly token: TokenOption;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly headers: Headers;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly retry: RetryPolicy;
  readonly maxBodyBytes: number;
  readonly junkInboxInputNames: JunkInboxInputNames;
  readonly validate?: Validate | undefined;
}

export const isPlainObject = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === "[object Object]";

// A longer timer fires at once.
const longest = 2 ** 31 - 1;

/**
 * Fills in the defaults. Rejects what isn't a plain object (a signal in place of options, say), a name without a default,
 * and a value out of range where the default is a number.
 */
export function withDefaults<Values extends object>(
  given: Values,
  defaults: { [Name in keyof Values]-?: unknown },
  reject: Reject,
): Values {
  if (!isPlainObject(given)) reject("Options and inputs must be plain objects.");
  const all: Record<string, unknown> = { ...defaults };
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaults, name))
      reject(`Unknown option \`${name}\`. Known: ${Object.keys(defaults).join(", ")}.`);
    if (value === undefined) continue;
    const least = /Delay|After/.test(name) ? 0 : 1;
    if (typeof all[name] === "number" && !(typeof value === "number" && value >= least && value <= longest)) {
      reject(`\`${name}\` must be a number from ${least} to ${longest}.`);
    }
    all[name] = value;
  }
  return all as Values;
}

const reject = rejectAs("createPhoneAgentClient");

export function readOptions(options: PhoneAgentClientOptions): Settings {
  const defaults = {
    baseUrl: environment("BASE_URL"),
    token: environment("TOKEN"),
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    headers: undefined,
    timeoutMs: 30_000,
    deadlineMs: Infinity,
    retry: {},
    maxBodyBytes: 2 ** 24,
    junkInboxInputNames: {},
    allowInsecureHttp: environment("ALLOW_INSECURE_HTTP") === "1",
    validate: undefined,
    onRequest: undefined,
    onResponse: undefined,
    onRetry: undefined,
    onError: undefined,
  } satisfies Record<keyof PhoneAgentClientOptions, unknown>;
  const settings = withDefaults(options, defaults, reject);
  const { token, retry, headers } = settings;
  if (typeof token !== "function" && !isToken(token)) {
    reject("Missing or invalid API token: pass `token` or set PHONE_AGENT_TOKEN.");
  }
  return {
    ...settings,
    baseUrl: readBaseUrl(settings),
    headers: readHeaders(headers, reject),
    retry: withDefaults(retry || { attempts: 1 }, retryDefaults, reject),
  } as Settings;
}

function readBaseUrl({ baseUrl, allowInsecureHttp }: PhoneAgentClientOptions): string {
  if (!baseUrl) reject("Missing base URL: pass `baseUrl` or set PHONE_AGENT_BASE_URL.");
  const { href, origin, pathname, hostname } = URL.canParse(`${baseUrl}`)
    ? new URL(`${baseUrl}`)
    : ({} as Partial<URL>);
  const base = `${origin}${pathname}`;
  if (href !== base || !/^https?:/.test(base)) {
    reject("`baseUrl` must be an absolute HTTP URL without credentials, query or fragment.");
  }
  if (/^http:/.test(base) && !allowInsecureHttp && !/^(.+\.)?localhost$|^127[.\d]+$|^\[::1]$/.test(`${hostname}`)) {
    reject("`baseUrl` is plain HTTP and would expose the token. Use HTTPS or set `allowInsecureHttp: true`.");
  }
  if (/\/api\/v2\/*$/.test(base)) reject("`baseUrl` must not include /api/v2.");
  return base.replace(/\/+$/, "");
}

/** Quotes no value, as `Headers` would. */
export function readHeaders(headers: PhoneAgentClientOptions["headers"], reject: Reject): Headers {
  try {
    return new Headers(headers);
  } catch {
    return reject("`headers` holds an invalid name or value.");
  }
}

// Computed, so that no bundler writes the value into a page.
const environment = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string> } }).process?.env?.[`PHONE_AGENT_${name}`];
