/** A request that the mock itself turns down. The service's own failures are not shown, so this is never one of them. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }
}

/** The problem details (RFC 9457) that tell of a refusal. */
export const problem = ({ status, message }: Refusal) => ({
  title: "The mock refused this request",
  status,
  detail: message,
  source: "The mock, not the service. How the service fails is not shown.",
});

export const missingToken = "The token is missing: the mock asks for it as the query parameter `token`.";
export const unknownExample = "This answer has no example of that name.";
