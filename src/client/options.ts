import type { OperationId } from "#generated/operations.ts";
import type { ServiceAddress, ServiceToken } from "#generated/service.ts";
import type { JunkInboxInputs } from "../openapi/junk-inbox.ts";
import type { CallRecord, Finding, Kind, PhoneAgentError } from "./errors.ts";

/** The last argument of every call. */
export interface CallOptions {
  /**
   * Aborts the call, waits included, and the stream it returned. Its reason is the error's `cause`.
   * Default: none.
   */
  signal?: AbortSignal | undefined;
  /**
   * The time limit of one attempt, including the body unless it is a stream, in milliseconds.
   * Default: the client's.
   */
  timeoutMs?: number | undefined;
  /** The time limit of the whole call, including the waits, in milliseconds. Default: the client's. */
  deadlineMs?: number | undefined;
  /**
   * Added to the client's headers; the same name replaces its value. A `content-type` must be one
   * that the operation takes. Default: none.
   */
  headers?: RequestInit["headers"] | undefined;
}

type QueryValue = string | number | boolean;
/**
 * Query inputs by name. Each value of a list becomes a parameter. `null` and `undefined` aren't
 * sent.
 */
export type Query = Record<string, QueryValue | readonly QueryValue[] | null | undefined>;

/** The query and the body of `request`, and the options of the call. */
export interface RequestInput extends CallOptions {
  /** The query, without the token. Default: none. */
  query?: Query | undefined;
  /**
   * Sent as JSON, or as the `content-type` in the headers says: a form for
   * `application/x-www-form-urlencoded`, bytes and strings unchanged. A `FormData` has its own type.
   * Default: none.
   */
  body?: unknown;
  /** Whether it is safe to retry after a failure. Default `false`, whatever the method. */
  repeatable?: boolean | undefined;
}

/** Facts that every hook receives. They contain no query and no token. */
export interface CallEvent extends Pick<CallRecord, "operation" | "method" | "path"> {
  /** How many requests of the call were sent so far. */
  readonly attempt: number;
}

/** Facts that only the hook of this name receives. */
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

/** Functions that observe. Their errors and rejections change nothing. */
type Hooks = {
  readonly [Hook in keyof HookEvents]?:
    | ((event: CallEvent & HookEvents[Hook]) => unknown)
    | undefined;
};

/**
 * A function that compares the response of an operation with the contract. A contradiction makes
 * the client throw. The operation is its id, or the method and path that `request` got, such as
 * `GET /api/v2/agents`; the status and the media type are the response's.
 */
export type Validate = (
  operation: OperationId | `${string} /${string}`,
  response: unknown,
  status?: number,
  mediaType?: string,
) => readonly Finding[];

/**
 * The limits of retries, and of the waits before them. Only operations that are safe to retry are
 * retried.
 */
export interface RetryOptions {
  /** The most requests in one call, the first included. Default 3. */
  attempts?: number | undefined;
  /**
   * The longest wait before the second attempt, in milliseconds. It doubles with each attempt.
   * Default 500.
   */
  baseDelayMs?: number | undefined;
  /** The longest wait that it doubles to, in milliseconds. Default 8,000. */
  maxDelayMs?: number | undefined;
  /**
   * The longest `Retry-After` that is respected, in milliseconds. A longer one ends the retries.
   * Default 60,000.
   */
  maxRetryAfterMs?: number | undefined;
}

/**
 * The wire names of the four inputs of the junk inbox, by purpose. The contract marks them as
 * unknown.
 */
export type JunkInboxInputNames = { [Input in keyof JunkInboxInputs]?: string | undefined };

/** The options of a client. Each is checked as the client is created. */
export interface PhoneAgentClientOptions extends Hooks {
  /**
   * The address of the service, to which paths are added. Default: the environment variable
   * `PHONE_AGENT_BASE_URL`.
   */
  baseUrl?: ServiceAddress | undefined;
  /**
   * The API token, or a function called for each attempt. Default: the environment variable
   * `PHONE_AGENT_TOKEN`.
   */
  token?: ServiceToken | undefined;
  /**
   * Sends each request. It receives the request with the token and returns a web `Response`.
   * Default: the platform's.
   */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Sent with every request. Default: none. */
  headers?: RequestInit["headers"] | undefined;
  /** The time limit of one attempt, including the body, in milliseconds. Default 30,000. */
  timeoutMs?: number | undefined;
  /**
   * The time limit of one call, including the waits, in milliseconds. A wait that would exceed it
   * is skipped. Default: none.
   */
  deadlineMs?: number | undefined;
  /**
   * How operations that are safe to retry are retried; `false` turns retries off. Default: as
   * `RetryOptions` says.
   */
  retry?: false | RetryOptions | undefined;
  /**
   * The largest body that is read, in bytes. A stream is for the caller to read. Default 16 MiB.
   */
  maxBodyBytes?: number | undefined;
  /** The wire names of the inputs of the junk inbox. Default: none is known. */
  junkInboxInputNames?: JunkInboxInputNames | undefined;
  /**
   * Allows plain HTTP to other machines, exposing the token. Default: if
   * `PHONE_AGENT_ALLOW_INSECURE_HTTP` is `1`.
   */
  allowInsecureHttp?: boolean | undefined;
  /** Checks every response: `validators` from `phone-agent-api/validate`. Default: none. */
  validate?: Validate | undefined;
}
