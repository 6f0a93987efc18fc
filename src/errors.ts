import type { Finding } from "./judgement.ts";

export type { Finding };

/** What is known of a call, whichever way it ends. */
export interface CallRecord {
  /** The operation id; the method and path for `request`; the function's name for a helper. */
  readonly operation: string;
  /** The HTTP method. Absent for a helper, and for `createPhoneAgentClient`. */
  readonly method?: string | undefined;
  /** The path below the base URL with its values, without the query. */
  readonly path?: string | undefined;
  /** How many requests were sent; 0 where none was. */
  readonly attempts: number;
  /** The waits between the attempts, in milliseconds. */
  readonly delaysMs: readonly number[];
}

interface NoResponse {
  readonly status?: undefined;
  readonly headers?: undefined;
  readonly body?: undefined;
}

interface WithResponse {
  /** The HTTP status; 0 for a redirect whose status a browser hides. */
  readonly status: number;
  /** The response's headers. Not enumerable, so that no logger prints them. */
  readonly headers?: Headers | undefined;
  /**
   * What the service sent: JSON where it is JSON, else text, cut at 16 KiB; `undefined` where it is empty. Not enumerable,
   * so that no logger prints it.
   */
  readonly body?: unknown;
}

/** What failed, by `kind`. */
export type Failure = {
  /** The system's error code, such as `ECONNREFUSED`, where there is one. */
  readonly code?: string | undefined;
  /** The mark by which a framework knows its own errors, such as Next.js where a page must be rendered on request. */
  readonly digest?: string | undefined;
} & (
  | ({
      /** An option or an argument is wrong. Only a token function and a broken `fetch` can fail after an attempt. */
      readonly kind: "configuration";
    } & NoResponse)
  | ({
      /** No response, or an incomplete one. `code` is the system's, such as `ECONNREFUSED`, where there is one. */
      readonly kind: "network";
    } & NoResponse)
  | ({
      /** Out of time. */
      readonly kind: "timeout";
      /** The option that set the limit. */
      readonly limit: "timeoutMs" | "deadlineMs";
    } & NoResponse)
  | ({
      /** Aborted by the caller's signal. */
      readonly kind: "aborted";
      /** The signal's reason. */
      readonly cause: unknown;
    } & NoResponse)
  | ({
      /** A non-2xx status, including redirects, which aren't followed. */
      readonly kind: "http";
      /** The service's `Retry-After`, in milliseconds. */
      readonly retryAfterMs?: number | undefined;
    } & WithResponse)
  | ({
      /** A 2xx status whose body says `success: false`, or whose envelope doesn't say `success: true`. */
      readonly kind: "unsuccessful";
    } & WithResponse)
  | ({
      /** A 2xx status without the expected body, or with a body above `maxBodyBytes`. */
      readonly kind: "unexpected-content";
    } & WithResponse)
  | ({
      /** The response contradicts the contract: found by `validate`, or where a page doesn't advance. */
      readonly kind: "contract";
      /** Where they differ. Not enumerable: a pointer can hold names from the response. */
      readonly findings: readonly Finding[];
    } & (WithResponse | NoResponse))
);

export type Kind = Failure["kind"];

/** Why an attempt brought no response. */
export type AttemptFailure = Extract<Failure, { kind: "configuration" | "network" | "timeout" | "aborted" }> & {
  readonly message: string;
};

/** Every failure of the client. A `switch` over its `kind` can be exhaustive. */
export type PhoneAgentError = Error & { readonly name: "PhoneAgentError" } & CallRecord & Failure;

// Written out, the name outlives a minifier and identifies errors of another copy of this package.
const name = "PhoneAgentError";
const BaseError = class PhoneAgentError extends Error {};
BaseError.prototype.name = name;

type Fields = Failure & Partial<CallRecord> & { readonly operation: string; readonly message?: string };

function create({ message = "", attempts = 0, ...fields }: Fields): PhoneAgentError {
  const error = new BaseError(`${fields.operation}: ${message}${attempts > 1 ? ` (${attempts} attempts)` : ""}`);
  Object.assign(error, { delaysMs: [], ...fields, attempts });
  for (const hidden of ["headers", "body", "findings"]) {
    if (hidden in fields) Object.defineProperty(error, hidden, { enumerable: false });
  }
  return error as unknown as PhoneAgentError;
}

const is = (value: unknown): value is PhoneAgentError => (value as Error | undefined)?.name === name;

/** The class of every error of the client. */
export const PhoneAgentError = Object.assign(BaseError, { is, create }) as unknown as {
  [Symbol.hasInstance](value: unknown): value is PhoneAgentError;
  /** Whether a value is one, of this or of another copy of this package. */
  is: typeof is;
  /** Creates an error for a stub: `PhoneAgentError.create({ kind: "http", status: 404, operation: "listTokens" })`. */
  create: typeof create;
};

/** Throws a `PhoneAgentError` of kind `configuration`. */
export type Reject = (message: string) => never;

export const rejectAs =
  (operation: string): Reject =>
  (message) => {
    throw PhoneAgentError.create({ kind: "configuration", operation, message });
  };
