import type { Alternatives } from "../openapi/security.ts";
import {
  type AddSecret,
  type Authenticate,
  isTokenOption,
  readSecret,
  type TokenOption,
  type TokenOptions,
} from "./credentials.ts";
import { definedEntries, isPlainObject } from "./entries.ts";
import { configError } from "./errors.ts";
import { addCookie } from "./locations.ts";

// Security schemes that only some contracts have.

/**
 * Adds an `apiKey` to a header, or a credential of a scheme, such as `Bearer `, to `Authorization`.
 */
export const headerAuth =
  (name: string, scheme = ""): AddSecret =>
  ({ url, init }, secret) => {
    const headers = new Headers(init.headers);
    if (headers.has(name))
      throw configError(`Pass the credential of \`${name}\` to the client, not in a header.`);
    if (!/^[ -~\xa0-\xff]*$/.test(secret))
      throw configError("A token in a header can't have characters beyond Latin-1.");
    headers.set(name, scheme + secret);
    return { url, init: { ...init, headers } };
  };

/** Adds a user and a password, joined by a colon, to `Authorization`. */
export const basicAuth: AddSecret = (target, secret) => {
  if (!secret.includes(":"))
    throw configError("A credential of HTTP Basic is a user and a password: `user:password`.");
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(secret)));
  return headerAuth("authorization", "Basic ")(target, base64);
};

/** Adds an `apiKey` to the cookies. */
export const cookieAuth =
  (name: string): AddSecret =>
  ({ url, init }, secret) => {
    const headers = new Headers(init.headers);
    addCookie(headers, name, encodeURIComponent(secret));
    return { url, init: { ...init, headers } };
  };

/**
 * Authenticates with several schemes.
 * @param fallback The alternatives of operations that have none.
 * @param tokenSchemes The schemes that a token alone is for.
 */
export const withSchemes =
  (
    schemes: Readonly<Record<string, AddSecret>>,
    fallback: Alternatives<string>,
    tokenSchemes: readonly string[],
  ): Authenticate =>
  async (target, { security = fallback }, token, used) => {
    const secrets = isPlainObject(token)
      ? token
      : Object.fromEntries(tokenSchemes.map((name) => [name, token]));
    const schemeNames = security.find((names) => names.every((name) => secrets[name]));
    if (!schemeNames && security.length > 0) {
      const options = security.map((names) =>
        names.map((name) => `\`token.${name}\``).join(" and "),
      );
      throw configError(`Pass ${options.join(" or ")} to the client.`);
    }
    let authenticated = target;
    for (const name of schemeNames ?? []) {
      const secret = await readSecret(secrets[name] as TokenOption, used);
      authenticated = schemes[name]?.(authenticated, secret) ?? authenticated;
    }
    return authenticated;
  };

export const isTokenOfSchemes =
  (schemeNames: readonly string[]) =>
  (value: unknown): value is TokenOptions => {
    if (!isPlainObject(value)) return isTokenOption(value);
    const secrets = definedEntries(value, schemeNames).map(([, secret]) => secret);
    return secrets.length > 0 && secrets.every(isTokenOption);
  };
