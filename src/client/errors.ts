import type { Finding } from "../openapi/differences.ts";

export type { Finding };

/** Facts about a call, whichever way it ends. */
export interface CallRecord {
  /** The operation id; the method and path for `request`; the function's name for a helper. */
  readonly operation: string;
  /** The HTTP method. Absent for a helper, and for `createPhoneAgentClient`. */
  readonly method?: string | undefined;
  /** The path below the base URL with its values, without the query. */
  readonly path?: string | undefined;
  /** How often the client tried to send the request; 0 if it failed before. */
  readonly attempts: number;
  /**
   * Whether a failed call may have changed something. Always false for operations that are safe to
   * retry, if nothing was sent, and after a 4xx, a 307 or 308, or `success: false`.
   */
  readonly mayHaveTakenEffect: boolean;
  /** The waits between the attempts, in milliseconds. */
  readonly delaysMs: readonly number[];
}

/** What arrives first of a response. */
export interface Head {
  /** The HTTP status; 0 for a redirect whose status a browser hides. */
  readonly status: number;
  /** The response's headers. Not enumerable, so that no logger prints them. */
  readonly headers?: Headers | undefined;
}

interface WithResponse extends Head {
  /**
   * The body, not enumerable: JSON, or else text, cut at 16 KiB; `undefined` if it is empty or
   * incomplete.
   */
  readonly body?: unknown;
}

/** No response, or one that ended after its head. */
type WithoutBody = { readonly [Field in keyof Head]?: Head[Field] | undefined } & {
  readonly body?: undefined;
};

/** The kinds of failures, and the fields of each. */
interface FailureFields {
  /**
   * A wrong option or argument, found before anything is sent. A token function, a `fetch` that
   * returns no response, and `validate` can also cause it after an attempt.
   */
  configuration: WithoutBody & {
    /** The option that is wrong, if it is one of the client's. */
    readonly option?: string | undefined;
    /** What is wrong with the option, from the verb on, for a message that names it otherwise. */
    readonly reason?: string | undefined;
  };
  /** No response, or an incomplete one. */
  network: WithoutBody & {
    /**
     * A copy of the error that `fetch` threw, and of its causes: name, message and stack. Absent if
     * one of them contains a token that the client has read.
     */
    readonly cause?: Error | undefined;
  };
  /** An attempt or the call took longer than its limit. */
  timeout: WithoutBody & {
    /** The option that set the limit. */
    readonly limit: "timeoutMs" | "deadlineMs";
  };
  /** Aborted by the caller's signal. */
  aborted: WithoutBody & {
    /** The signal's reason. */
    readonly cause: unknown;
  };
  /** A non-2xx status, including redirects, which aren't followed. */
  http: WithResponse & {
    /** The service's `Retry-After`, in milliseconds. */
    readonly retryAfterMs?: number | undefined;
  };
  /**
   * A 2xx status whose body says `success: false`, or whose envelope doesn't say `success: true`.
   */
  unsuccessful: WithResponse;
  /**
   * A 2xx status without the expected body, such as with an HTML page, or with one above
   * `maxBodyBytes`.
   */
  "unexpected-content": WithResponse & {
    /** The option that set the limit. */
    readonly limit?: "maxBodyBytes" | undefined;
  };
  /** The response contradicts the contract: found by `validate`, or because pages don't advance. */
  contract: (WithResponse | WithoutBody) & {
    /** The places that differ. Not enumerable: a pointer can contain names from the response. */
    readonly findings: readonly Finding[];
  };
}

export type Kind = keyof FailureFields;

/** The kind of an error, and its fields. */
type ErrorFields = {
  [Name in Kind]: {
    /** What kind of failure it is, and so which of the other fields it has. */
    readonly kind: Name;
  } & FailureFields[Name];
}[Kind] & {
  /** The system's error code, such as `ECONNREFUSED`, if there is one. */
  readonly code?: string | undefined;
  /** The `digest` of the error that `fetch` threw, as Next.js sets it. */
  readonly digest?: string | undefined;
};

/** Every failure of the client. A `switch` over its `kind` can be exhaustive. */
export type PhoneAgentError = Error & { readonly name: "PhoneAgentError" } & CallRecord &
  ErrorFields;

type Fields = ErrorFields &
  Partial<CallRecord> & { readonly operation: string; readonly message?: string };

// Written out, the name outlives a minifier and identifies errors of another copy of this package.
const name = "PhoneAgentError";
const BaseError = class PhoneAgentError extends Error {
  static is = (value: unknown): value is PhoneAgentError =>
    (value as Error | undefined)?.name === name;
  static create({ message, attempts = 0, ...fields }: Fields): PhoneAgentError {
    const error = new BaseError(
      `${fields.operation}: ${message ?? fields.kind}${attempts > 1 ? ` (${attempts} attempts)` : ""}`,
    );
    const facts = { delaysMs: [], mayHaveTakenEffect: false, ...fields, attempts };
    for (const [key, value] of Object.entries(facts)) {
      if (value === undefined) continue;
      Object.assign(error, { [key]: value });
      if (/^(headers|body|findings|cause)$/.test(key))
        Object.defineProperty(error, key, { enumerable: false });
    }
    return error as unknown as PhoneAgentError;
  }
};
BaseError.prototype.name = name;

/** The class of every error of the client. */
export const PhoneAgentError = BaseError as unknown as {
  [Symbol.hasInstance](value: unknown): value is PhoneAgentError;
  /** Returns whether a value is a `PhoneAgentError`, from any copy of this package. */
  is(value: unknown): value is PhoneAgentError;
  /**
   * Creates an error for a stub: `PhoneAgentError.create({ kind: "http", status: 404, operation:
   * "listTokens" })`.
   */
  create(fields: Fields): PhoneAgentError;
};

/** What a step of a call throws. Its call makes it the `PhoneAgentError`. */
export const Failure = class {
  constructor(kind: Kind, message: string, details?: FailureDetails) {
    Object.assign(this, { kind, message, ...details });
  }
} as new (
  kind: Kind,
  message: string,
  details?: FailureDetails,
) => PlainFailure;
export type Failure = InstanceType<typeof Failure>;

type PlainFailure = FailureDetails & { readonly kind: Kind; readonly message: string };

/** The fields of a failure, whichever its kind has. */
interface FailureDetails {
  readonly status?: number;
  readonly body?: unknown;
  readonly retryAfterMs?: number | undefined;
  readonly limit?: "timeoutMs" | "deadlineMs" | "maxBodyBytes";
  readonly findings?: readonly Finding[];
  readonly cause?: unknown;
  readonly option?: string;
  readonly reason?: string;
  readonly code?: string | undefined;
  readonly digest?: string | undefined;
}

/** Creates a usage error: an option or an argument is wrong. */
export const configError = (message: string, details?: FailureDetails): Failure =>
  new Failure("configuration", message, details);

/** Creates the usage error of an option. */
export const optionError = (
  option: string,
  reason: string,
  subject: string = `\`${option}\``,
): Failure => configError(`${subject} ${reason}`, { option, reason });

/**
 * The failure if an option or an argument throws while it is read: the original error could quote a
 * secret.
 */
export const invalidArgument: Failure = configError("An option or argument can't be read or sent.");

/**
 * Runs a function that is no part of a call, and throws its failure as the `PhoneAgentError` of an
 * operation.
 */
export function rethrowAs<Value>(operation: string, run: () => Value): Value {
  try {
    return run();
  } catch (error) {
    const failure = error instanceof Failure ? error : invalidArgument;
    throw PhoneAgentError.create({ ...failure, operation } as Fields);
  }
}
