/**
 * A response by which the mock rejects a request. It is never an error of the service, whose error responses are unknown.
 * Every step towards a response returns its value or a rejection; none throws one.
 */
export interface Rejection {
  readonly rejected: true;
  readonly status: number;
  /** One sentence that says what to change. */
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const reject = (status: number, detail: string, headers: Readonly<Record<string, string>> = {}): Rejection => ({
  rejected: true,
  status,
  detail,
  headers,
});

export const isRejection = (value: object): value is Rejection => "rejected" in value;

/** The problem details (RFC 9457) of a rejection. */
export const problemDetails = ({ status, detail }: Rejection) => ({
  title: "The mock rejected this request",
  status,
  detail,
  source: "The mock, not the service. The service's error responses are unknown.",
});

export const unknownExample = reject(404, "This response has no example of that name.");
