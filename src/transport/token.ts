import { unsendable } from "./address.ts";

/** Whether a token isn't blank, and a URL can carry it. */
export const isToken = (token: unknown): token is string =>
  typeof token === "string" && token.trim() !== "" && !unsendable.test(token);

/** The one place where the token joins the URL. */
export const withToken = (url: string, token: string): string =>
  `${url}${url.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;
