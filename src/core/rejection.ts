import type { SelectedResponse } from "./exchange.ts";

/**
 * A rejection of a request by the mock. It is sent as the response that the contract documents, or else as problem
 * details. Every function on the way to a response returns its value or a rejection; none throws one.
 */
export interface Rejection {
  readonly rejected: true;
  readonly status: number;
  /** One sentence that says what to change. */
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The response that the contract documents for it. */
  readonly response?: SelectedResponse;
  /** The ids of the contract's unknowns that leave its response open. */
  readonly unknowns?: readonly string[];
}

export const reject = (status: number, detail: string, headers: Readonly<Record<string, string>> = {}): Rejection => ({
  rejected: true,
  status,
  detail,
  headers,
});

export const isRejection = (value: object): value is Rejection => "rejected" in value;

/** Returns the problem details (RFC 9457) of a rejection for which the contract documents no response. */
export const toProblemDetails = ({ status, detail, unknowns = [] }: Rejection) => ({
  title: "The mock rejected this request",
  status,
  detail,
  source: `The mock, not the service.${unknowns.length > 0 ? ` Unknown in the contract: ${unknowns.join(", ")}.` : ""}`,
});

export const unknownExample = reject(404, "This response has no example of that name.");
