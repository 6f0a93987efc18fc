/**
 * Stand-ins for `Request` and `Response` between the named operations and openapi-fetch, which reads no more of them than
 * this. The real ones take a third of a call's time: see `npm run bench -- client`.
 */
export interface LightRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** A function where it is still to be read. */
  readonly body?: BodyInit | (() => Promise<BodyInit>) | null | undefined;
}

// A function and not an arrow: openapi-fetch calls it with `new`.
export function LightRequest(url: string, init: Omit<LightRequest, "url">): LightRequest {
  return Object.assign(init, { url });
}

/** A success whose `body` openapi-fetch returns as it is, with `parseAs: "stream"`. */
export const lightResponse = (body: unknown) => ({ ok: true, status: 200, headers: { get: () => null }, body });
