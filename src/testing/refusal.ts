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
export function problem({ status, message }: { status: number; message: string }): string {
  return JSON.stringify({
    title: "The mock refused this request",
    status,
    detail: `${message} How the service answers here is not shown.`,
  });
}
