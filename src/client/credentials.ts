import type { Alternatives } from "../openapi/security.ts";
import { configError } from "./errors.ts";

type ReadSecret = () => string | Promise<string>;

/** The API token, or a function that returns it, called for every attempt. */
export type TokenOption = string | ReadSecret;

/** A token, or one by security scheme. */
export type TokenOptions = TokenOption | Readonly<Record<string, TokenOption | undefined>>;

/** A request as far as a secret can join it. */
interface SignableRequest {
  readonly url: string;
  readonly init: { readonly headers: Headers };
}

/** Adds a secret to a request. */
export type AddSecret = (target: SignableRequest, secret: string) => SignableRequest;

/**
 * Adds the secrets that an operation takes to its request, and to the used ones. Nothing
 * else does.
 */
export type Authenticate = (
  target: SignableRequest,
  operation: { readonly security?: Alternatives<string> },
  token: TokenOptions,
  used: Set<string>,
) => Promise<SignableRequest>;

/** Authenticates with one token. An operation's own security can only be none. */
export const withToken =
  (add: AddSecret): Authenticate =>
  async (target, { security }, token, used) =>
    security ? target : add(target, await readSecret(token as TokenOption, used));

export const isTokenOption = (value: unknown): value is TokenOption =>
  typeof value === "function" || isToken(value);

/** Not blank, without control characters or lone surrogates. `\p{Cc}` would load tables. */
export const isToken = (token: unknown): token is string =>
  typeof token === "string" && /^(?!\s*$)[ -~\xa0-\ud7ff\ue000-\u{10ffff}]+$/u.test(token);

/**
 * Returns the secret of an option, and adds it to the used ones. Throws what a function throws,
 * too.
 */
export async function readSecret(option: TokenOption, used: Set<string>): Promise<string> {
  const secret = typeof option === "string" ? option : await option();
  if (!isToken(secret)) throw configError("The token function returned no valid token.");
  used.add(secret);
  // Each error is compared with all of them. A function may return a new one for each attempt, and
  // a client may run for months.
  const [oldest] = used;
  if (used.size > 100) used.delete(oldest as string);
  return secret;
}

/** Adds an `apiKey` to the query. */
export const queryAuth =
  (name: string): AddSecret =>
  ({ url, init }, secret) => {
    const hasQuery = url.includes("?");
    if (hasQuery && new URL(url).searchParams.has(name)) {
      throw configError(`Pass \`${name}\` to the client, not in a query.`);
    }
    return { url: `${url}${hasQuery ? "&" : "?"}${name}=${encodeURIComponent(secret)}`, init };
  };
