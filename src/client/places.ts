import { joinCookie } from "./cookies.ts";

/** Adds an input that isn't part of the query to the headers of its request. */
export type Place = (headers: Record<string, unknown>, name: string, value: unknown) => void;

export const toHeader: Place = (headers, name, value) => {
  headers[name] = value;
};

export const toCookie: Place = (headers, name, value) => {
  headers["cookie"] = joinCookie(headers["cookie"], name, value);
};
