import { configError } from "./errors.ts";
import type { WriteInput } from "./query.ts";

export const toHeader: WriteInput = (name, value, headers) => {
  headers[name] = value;
  return [];
};

export const toCookie: WriteInput = (name, value, headers) => {
  headers["cookie"] = joinCookie(headers["cookie"], name, value);
  return [];
};

/** Adds a cookie to others. Throws in browsers, whose `fetch` drops the header. */
export function joinCookie(cookies: unknown, name: string, value: unknown): string {
  const { headers } = new Request("http://localhost", { headers: { cookie: "a=b" } });
  if (!headers.has("cookie"))
    throw configError(`Browsers don't let a script send the cookie \`${name}\`.`);
  const cookie = `${name}=${encodeURIComponent(`${value}`)}`;
  return cookies ? `${cookies}; ${cookie}` : cookie;
}
