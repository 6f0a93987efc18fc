import { createMisuse } from "./errors.ts";

type ReadSecret = () => string | Promise<string>;

/** The API token, or a function that returns it, called for every attempt. */
export type TokenOption = string | ReadSecret;

/** A token, or one by security scheme. */
export type TokenOptions = TokenOption | Readonly<Record<string, TokenOption | undefined>>;

/** Alternatives: in each, the names of the security schemes that a request needs together. */
export type Alternatives = readonly (readonly string[])[];

/** A request as far as a secret can join it. */
interface Authenticable {
  readonly url: string;
  readonly init: { readonly headers: Headers | undefined };
}

/** Adds a secret to a request. */
export type AddSecret = (target: Authenticable, secret: string) => Authenticable;

/** Adds the secrets that an operation takes to its request. Nothing else does. */
export type Authenticate = (
  target: Authenticable,
  operation: { readonly security?: Alternatives },
  token: TokenOptions,
) => Authenticable | Promise<Authenticable>;

/** Authenticates with one token. An operation's own security can only be none. */
export const withToken =
  (add: AddSecret): Authenticate =>
  (target, { security }, token) => {
    if (security) return target;
    if (typeof token === "string") return add(target, token);
    return readSecret(token as ReadSecret).then((secret) => add(target, secret));
  };

export const isTokenOption = (value: unknown): value is TokenOption => typeof value === "function" || isToken(value);

/** Not blank, without control characters or lone surrogates. `\p{Cc}` would load tables. */
export const isToken = (token: unknown): token is string =>
  typeof token === "string" && /^(?!\s*$)[ -~\xa0-\ud7ff\ue000-\u{10ffff}]+$/u.test(token);

export async function readSecret(option: ReadSecret): Promise<string> {
  // Its error stays unseen: a parser's message quotes the secret that it couldn't parse.
  const secret = await (async () => option())().catch(() => "");
  if (!isToken(secret)) throw createMisuse("The token function failed or returned no valid token.");
  return secret;
}

/** Adds an `apiKey` to the query. */
export const toQuery =
  (name: string): AddSecret =>
  ({ url, init }, secret) => {
    const hasQuery = url.includes("?");
    if (hasQuery && new URL(url).searchParams.has(name)) {
      throw createMisuse(`Pass \`${name}\` to the client, not in a query.`);
    }
    return { url: `${url}${hasQuery ? "&" : "?"}${name}=${encodeURIComponent(secret)}`, init };
  };
