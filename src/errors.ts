interface Failed {
  readonly name: "PhoneAgentError";
  /**
   * The operation id; for one that the contract does not document, its method and path. For what was refused before
   * either was known: `http`, `query`, or the function or option that refused it.
   */
  readonly operation: string;
  /** How many requests were sent; 0 where nothing was. */
  readonly attempts: number;
  /** The waits between the attempts, in milliseconds. */
  readonly delaysMs: readonly number[];
}

interface Unanswered {
  readonly status?: undefined;
  readonly contentType?: undefined;
  readonly excerpt?: undefined;
}

interface Answered {
  /** The HTTP status; 0 for a redirect whose status a browser hides. */
  readonly status: number;
  readonly contentType?: string | undefined;
  /** The start of the body without secrets. Absent where the body is empty, or where it may hold API tokens. */
  readonly excerpt?: string | undefined;
}

/** A place where an answer and the contract differ. */
export interface Finding {
  /** A contradiction breaks the contract. An unknown field is only one that the contract does not know. */
  readonly kind: "contradiction" | "unknown-field";
  /** The place in the answer, as a JSON pointer; empty for the answer as a whole. */
  readonly pointer: string;
  readonly message: string;
}

/** What went wrong, by `kind`. */
type Trouble =
  | ({
      /**
       * An option or an argument is wrong, and nothing was sent. Only a token function can fail later, before a repeat:
       * `attempts` then tells what was sent.
       */
      readonly kind: "configuration";
    } & Unanswered)
  | ({
      /** No answer, or one that broke off. */
      readonly kind: "network";
    } & Unanswered)
  | ({
      /** Too slow. */
      readonly kind: "timeout";
      /** The option whose time passed. */
      readonly limit: "timeoutMs" | "deadlineMs";
    } & Unanswered)
  | ({
      /** The caller's signal. */
      readonly kind: "aborted";
      /** The signal's reason. */
      readonly cause: unknown;
    } & Unanswered)
  | ({
      /** A status that is no success, that of every redirect included: redirects are not followed. */
      readonly kind: "http";
      /** What the service asked for in `Retry-After`, in milliseconds. */
      readonly retryAfterMs?: number | undefined;
    } & Answered)
  | ({
      /** A success status, and an envelope that does not say `success: true`. */
      readonly kind: "unsuccessful";
    } & Answered)
  | ({
      /** A success status, and no JSON where JSON is due, or a body above `maxBodyBytes`. */
      readonly kind: "unexpected-content";
    } & Answered)
  | ({
      /** The answer contradicts the contract: found by `validate`, or while turning the pages of the junk inbox. */
      readonly kind: "contract";
      readonly findings: readonly Finding[];
    } & (Answered | Unanswered));

/** Every failure of a call. Its `kind` tells which; a `switch` over it can be exhaustive. */
export type PhoneAgentError = Error & Failed & Trouble;

// A name that is written out outlives a bundler, and tells errors of another copy of this package.
const name = "PhoneAgentError";
const Failure = class PhoneAgentError extends Error {};
Failure.prototype.name = name;

/** The class of every error of the client. */
export const PhoneAgentError = Object.assign(Failure, {
  is: (value: unknown) => (value as Error | undefined)?.name === name,
}) as unknown as {
  [Symbol.hasInstance](value: unknown): value is PhoneAgentError;
  /** Whether a value is one, of this or of another copy of this package. */
  is(value: unknown): value is PhoneAgentError;
};

/** A trouble and, for the message, what happened and what to do. */
export type Told = Trouble & { readonly reason: string };

export function failure(
  operation: string,
  { reason, ...trouble }: Told,
  attempts = 0,
  delaysMs: readonly number[] = [],
) {
  const count = attempts > 1 ? ` (after ${attempts} attempts)` : "";
  const error = new Failure(`${operation}: ${reason}${count}`);
  return Object.assign(error, trouble, { operation, attempts, delaysMs }) as unknown as PhoneAgentError;
}

export function refuse(operation: string, reason: string): never {
  throw failure(operation, { kind: "configuration", reason });
}
