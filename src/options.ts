import { type Finding, type PhoneAgentError, refuse } from "./errors.ts";
import type { RetryOptions, RetryPolicy } from "./transport/retry.ts";
import { isToken, type TokenOption } from "./transport/token.ts";

/** What every call takes last. */
export interface CallOptions {
  /** Aborts the call, waits included. Its reason becomes the error's `cause`. */
  signal?: AbortSignal | undefined;
  /** The time of one attempt, body included, in milliseconds. Default: the client's. */
  timeoutMs?: number | undefined;
  /** The time of the whole call, waits included, in milliseconds. Default: the client's. */
  deadlineMs?: number | undefined;
  /** Sent besides the client's headers, and instead of those with the same name. */
  headers?: RequestInit["headers"] | undefined;
}

/** What every hook is told, frozen and without secrets. */
export interface CallEvent {
  /** The operation id; for one that the contract does not document, its method and path. */
  readonly operation: string;
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The path below the base URL, without the query. */
  readonly path: string;
  /** How many requests of the call were sent so far. */
  readonly attempt: number;
}

type Outcome = Partial<Pick<PhoneAgentError, "status">> & Pick<PhoneAgentError, "kind">;

/** What each hook is told besides. */
export interface HookEvents {
  /** Before each request. */
  onRequest: object;
  /** When the status is known. The body may still fail. */
  onResponse: { readonly status: number };
  /** Before each wait, `delayMs` long, with what made it necessary. */
  onRetry: Outcome & { readonly delayMs: number };
  /** When a call has failed for good. */
  onError: Outcome & { readonly message: string };
}

/** Functions that watch. What they throw, or reject with, changes nothing. */
type Hooks = { readonly [Hook in keyof HookEvents]?: ((event: CallEvent & HookEvents[Hook]) => unknown) | undefined };

/** The wire names of the four inputs of the junk inbox. The contract does not know them. */
export interface JunkInboxInputNames {
  /** The name of the input that asks for pages. */
  paginate?: string | undefined;
  /** The name of the input that says which page. */
  pageNumber?: string | undefined;
  /** The name of the input that says how many rooms a page holds. */
  pageSize?: string | undefined;
  /** The name of the input that leaves out rooms that have been read. */
  unreadOnly?: string | undefined;
}

/** Looks through the answer of an operation. The client throws where a finding is a contradiction. */
export type Validate = (operation: string, answer: unknown) => readonly Finding[];

export interface PhoneAgentClientOptions extends Hooks {
  /** Where the service answers, without `/api/v2/`. Default: `PHONE_AGENT_BASE_URL`, where there is an environment. */
  baseUrl?: string | undefined;
  /** The API token, or what gives it for each attempt. Default: `PHONE_AGENT_TOKEN`, where there is an environment. */
  token?: TokenOption | undefined;
  /** Sends each request. It sees the token. Default: the platform's. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Sent with every request. */
  headers?: RequestInit["headers"] | undefined;
  /** The time of one attempt, body included, in milliseconds. Default 30,000. */
  timeoutMs?: number | undefined;
  /** The time of one call, waits included, in milliseconds. A wait that would outlast it is not begun. Default: none. */
  deadlineMs?: number | undefined;
  /** How operations that the contract marks as repeatable are sent again. `false`: not at all. */
  retry?: false | RetryOptions | undefined;
  /** The longest body that is read, in bytes. Default 16 MiB. */
  maxBodyBytes?: number | undefined;
  /** What the service calls the four inputs of the junk inbox. Default: none is known. */
  junkInboxInputNames?: JunkInboxInputNames | undefined;
  /** Lets the token travel over `http:` to other machines. Default `false`. */
  allowInsecureHttp?: boolean | undefined;
  /** Looks through every answer: `validators` from `phone-agent-api/validate`. Default: none. */
  validate?: Validate | undefined;
}

/** The options, checked, their defaults filled in. */
export interface Settings extends Hooks {
  readonly baseUrl: string;
  readonly token: TokenOption;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly timeoutMs: number;
  readonly deadlineMs?: number | undefined;
  readonly retry: false | RetryPolicy;
  readonly maxBodyBytes: number;
  readonly headers?: RequestInit["headers"] | undefined;
  readonly junkInboxInputNames?: JunkInboxInputNames | undefined;
  readonly validate?: Validate | undefined;
}

// A longer timer fires at once.
const longest = 2 ** 31 - 1;

/**
 * Refuses a name that is not among the known ones, and a value of another type. A number stands for the least integer.
 * Returns what is given: `undefined` is as if absent.
 */
export function check<Given extends object>(operation: string, given: Given, known: Record<string, string | number>) {
  if (typeof given !== "object" || !given) refuse(operation, "takes its inputs and options as objects.");
  const entries = Object.entries(given as Record<string, unknown>).filter(([, value]) => value !== undefined);
  for (const [name, value] of entries) {
    const want = Object.hasOwn(known, name) ? known[name] : undefined;
    if (want === undefined) refuse(operation, `${name} is not among ${Object.keys(known).join(", ")}.`);
    const fits =
      typeof want === "number"
        ? Number.isInteger(value) && Number(value) >= want && Number(value) <= longest
        : want === "AbortSignal"
          ? typeof Object(value).addEventListener === "function"
          : value !== null && want.includes(typeof value);
    if (!fits) {
      const wanted = typeof want === "number" ? `an integer from ${want} to ${longest}` : `of type ${want}`;
      refuse(operation, `${name} must be ${wanted}.`);
    }
  }
  return Object.fromEntries(entries) as Given;
}

export const callOptions = { signal: "AbortSignal", timeoutMs: 1, deadlineMs: 1, headers: "object" };

const creation = "createPhoneAgentClient";
const hook = "function";

export function readOptions(options: PhoneAgentClientOptions): Settings {
  const given = check(creation, options, {
    timeoutMs: 1,
    deadlineMs: 1,
    headers: "object",
    baseUrl: "string",
    token: "string or function",
    fetch: hook,
    retry: options?.retry === false ? "boolean" : "object",
    maxBodyBytes: 1,
    junkInboxInputNames: "object",
    allowInsecureHttp: "boolean",
    validate: hook,
    onRequest: hook,
    onResponse: hook,
    onRetry: hook,
    onError: hook,
  });
  const { token = environment("TOKEN"), baseUrl = environment("BASE_URL") } = given;
  const retry = check(creation, given.retry || {}, { attempts: 1, baseDelayMs: 0, maxDelayMs: 0, maxRetryAfterMs: 0 });
  if (typeof token !== "function" && !isToken(token)) {
    refuse(creation, "token, or PHONE_AGENT_TOKEN, must be a text, not blank, without control characters.");
  }
  return {
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    timeoutMs: 30_000,
    maxBodyBytes: 2 ** 24,
    ...given,
    token: token as TokenOption,
    baseUrl: readBaseUrl(`${baseUrl}`, given.allowInsecureHttp),
    retry: given.retry !== false && {
      ...{ attempts: 3, baseDelayMs: 500, maxDelayMs: 8_000, maxRetryAfterMs: 60_000 },
      ...(retry as RetryPolicy),
    },
  } as Settings;
}

function readBaseUrl(text: string, allowInsecureHttp?: boolean): string {
  let url: URL | undefined;
  try {
    url = new URL(/^https?:\/\/[^\s\\?#@/]+(\/[^\s\\?#]*)?$/i.test(text) ? text : "");
  } catch {
    refuse(
      creation,
      "baseUrl, or PHONE_AGENT_BASE_URL, must be an absolute http(s) address without credentials, query or fragment.",
    );
  }
  const { protocol, hostname, href } = url as URL;
  if (protocol === "http:" && !allowInsecureHttp && !/^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1]$/.test(hostname)) {
    refuse(creation, "baseUrl would send the token in clear. Use https:, or allowInsecureHttp.");
  }
  const base = href.replace(/\/+$/, "");
  if (base.endsWith("/api/v2")) refuse(creation, "baseUrl must end before /api/v2: every path begins with it.");
  return base;
}

// The name is computed, so that no bundler writes the value into a page.
const environment = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string> } }).process?.env?.[`PHONE_AGENT_${name}`];
