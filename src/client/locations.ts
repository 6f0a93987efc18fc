import { configError } from "./errors.ts";
import { encodeValues, listValues, type WriteInput } from "./query.ts";

/** A null removes a header of the client or the call. */
export const toHeader: WriteInput = (name, value, headers) => {
  const values = listValues(name, value);
  try {
    if (value === null) headers.delete(name);
    else headers.set(name, values.join(","));
  } catch {
    throw configError(`\`${name}\` has characters that a header can't have.`);
  }
  return [];
};

/** The values of a list are joined by commas. A null isn't sent. */
export const toCookie: WriteInput = (name, value, headers) => {
  if (value !== null) addCookie(headers, name, encodeValues(name, value).join(","));
  return [];
};

/**
 * Adds a cookie to others, in place of one with its name. Throws in browsers, whose `fetch` drops the
 * header.
 */
export function addCookie(target: Headers, name: string, value: string): void {
  const { headers } = new Request("http://localhost", { headers: { cookie: "a=b" } });
  if (!headers.has("cookie"))
    throw configError(`Browsers don't let a script send the cookie \`${name}\`.`);
  const cookies = target.get("cookie")?.split(/; */) ?? [];
  const others = cookies.filter((cookie) => cookie && !cookie.startsWith(`${name}=`));
  target.set("cookie", [...others, `${name}=${value}`].join("; "));
}
