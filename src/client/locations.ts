import { configError } from "./errors.ts";

/** Writes a parameter that isn't in the query into the headers of its request. */
export type WriteParameter = (
  headers: Record<string, unknown>,
  name: string,
  value: unknown,
) => void;

export const toHeader: WriteParameter = (headers, name, value) => {
  headers[name] = value;
};

export const toCookie: WriteParameter = (headers, name, value) => {
  headers["cookie"] = joinCookie(headers["cookie"], name, value);
};

/** Adds a cookie to others. Throws in browsers, whose `fetch` drops the header. */
export function joinCookie(cookies: unknown, name: string, value: unknown): string {
  const { headers } = new Request("http://localhost", { headers: { cookie: "a=b" } });
  if (!headers.has("cookie"))
    throw configError(`Browsers don't let a script send the cookie \`${name}\`.`);
  const cookie = `${name}=${encodeURIComponent(`${value}`)}`;
  return cookies ? `${cookies}; ${cookie}` : cookie;
}
