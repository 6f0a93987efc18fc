/** How far a call came before it failed. */
interface Failed {
  readonly name: "PhoneAgentError";
  /** The operation id, or method and path for an operation that the contract does not document. */
  readonly operation: string;
  /** How many requests were begun; 0 where nothing was sent. */
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
  /** The HTTP status; 0 where a browser hides that of a redirect. */
  readonly status: number;
  readonly contentType?: string | undefined;
  /** The start of the body, secrets removed. Never there where the answer may hold API tokens. */
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
export type Trouble =
  /** An option or an argument is wrong. Nothing was sent. */
  | ({ readonly kind: "configuration"; readonly reason: string } & Unanswered)
  /** No answer, or a connection that broke before the answer was complete. */
  | ({ readonly kind: "network"; readonly reason: string } & Unanswered)
  /** `limit` names the option whose time passed. */
  | ({ readonly kind: "timeout"; readonly limit: "timeoutMs" | "deadlineMs" } & Unanswered)
  /** The caller's signal; its reason is the `cause`. */
  | ({ readonly kind: "aborted"; readonly cause: unknown } & Unanswered)
  /** A status that is no success. Redirects are not followed, so each is one. */
  | ({ readonly kind: "http"; readonly retryAfterMs?: number | undefined } & Answered)
  /** A success status, and an envelope that does not say `success: true`. */
  | ({ readonly kind: "unsuccessful" } & Answered)
  /** A success status, and no JSON where JSON is due, or more bytes than `maxBodyBytes`. */
  | ({ readonly kind: "unexpected-content"; readonly reason: string } & Answered)
  /** An answer that contradicts the contract: found by `validate`, or a page number that does not move. */
  | ({ readonly kind: "contract"; readonly findings: readonly Finding[] } & (Answered | Unanswered));

/** Every failure of the client. Tell them apart by `kind`; a `switch` over it is exhaustive. */
export type PhoneAgentError = Error & Failed & Trouble;

class Failure extends Error {
  static is = (value: unknown): value is PhoneAgentError => (value as Error | undefined)?.name === "PhoneAgentError";
}
// On the prototype, so that every copy of this module recognises it, and no bundler's renaming reaches it.
Failure.prototype.name = "PhoneAgentError";

/** The class of every error; `PhoneAgentError.is(e)` also holds for errors of another copy of this package. */
export const PhoneAgentError = Failure as unknown as {
  readonly prototype: PhoneAgentError;
  is(value: unknown): value is PhoneAgentError;
};

export function failure(operation: string, trouble: Trouble, attempts = 0, delaysMs: readonly number[] = []) {
  const after = attempts > 1 ? ` after ${attempts} attempts` : "";
  const error = new Failure(`${operation}: ${describe(trouble).replace(/\.|$/, (end) => after + end)}`);
  return Object.assign(error, trouble, { operation, attempts, delaysMs }) as unknown as PhoneAgentError;
}

/** What happened, and what to do, in two sentences. The number of attempts goes behind the first. */
function describe(trouble: Trouble): string {
  switch (trouble.kind) {
    case "network":
      return `no complete answer (${trouble.reason}). Check baseUrl and the network.`;
    case "timeout":
      return `no complete answer within ${trouble.limit}. Raise it, or look at the service.`;
    case "aborted":
      return "aborted by the caller's signal.";
    case "http":
      return `the service answered with status ${trouble.status}. ${
        trouble.status < 400 ? "Redirects are not followed: check baseUrl." : "See status and excerpt."
      }`;
    case "unsuccessful":
      return "the answer does not say success: true. See excerpt.";
    case "contract":
      return `the answer contradicts the contract. ${trouble.findings.map((at) => `${at.pointer} ${at.message}`).join("; ")}`;
    case "unexpected-content":
      return `${trouble.reason} (status ${trouble.status}, ${trouble.contentType ?? "no content type"}). Check baseUrl.`;
    default:
      return trouble.reason;
  }
}
