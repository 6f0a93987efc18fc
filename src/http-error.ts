import type { ErrorBodies, OperationId } from "../generated/operations.ts";
import { PhoneAgentError } from "./errors.ts";

/** The status of a response, its class, or any other. */
type Declared<Bodies, Status extends number> = Status extends keyof Bodies
  ? Bodies[Status]
  : `${Status}` extends `${infer Class}${string}`
    ? `${Class}XX` extends keyof Bodies
      ? Bodies[`${Class}XX` & keyof Bodies]
      : "default" extends keyof Bodies
        ? Bodies["default" & keyof Bodies]
        : unknown
    : unknown;

/** An error of kind `http` of one operation. Its `body` has the type that the contract gives it; without one, `unknown`. */
export type HttpError<Id extends OperationId = OperationId, Status extends number = number> = PhoneAgentError & {
  readonly kind: "http";
  readonly operation: Id;
  readonly status: Status;
  readonly body: Id extends keyof ErrorBodies ? Declared<ErrorBodies[Id], Status> : unknown;
};

/**
 * Whether a value is an error that an operation's response made, with this status where one is given. The body isn't
 * checked against its type; one above 16 KiB is a string.
 */
export const isHttpError = <Id extends OperationId, Status extends number = number>(
  error: unknown,
  operation: Id,
  status?: Status,
): error is HttpError<Id, Status> =>
  PhoneAgentError.is(error) &&
  error.kind === "http" &&
  error.operation === operation &&
  (status === undefined || error.status === status);
