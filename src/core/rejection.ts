/**
 * A rejection of a request by the mock. Functions on the way to a response return it; none throws
 * it.
 */
export interface Rejection {
  readonly rejected: true;
  readonly status: number;
  /** One sentence that says what to change. */
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const reject = (
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Rejection => ({
  rejected: true,
  status,
  detail,
  headers,
});

export const isRejection = (value: object): value is Rejection => "rejected" in value;

/**
 * Returns the problem details (RFC 9457) of a rejection for which the contract documents no
 * response.
 * @param unknowns The ids of the contract's unknowns that leave its response open.
 */
export const toProblemDetails = (
  { status, detail }: Rejection,
  unknowns: readonly string[] = [],
) => ({
  title:
    status < 500 ? "The mock rejected this request" : "The mock can't do what this request asks",
  status,
  detail,
  source: `The mock, not the service.${unknowns.length > 0 ? ` Unknown in the contract: ${unknowns.join(", ")}.` : ""}`,
});
