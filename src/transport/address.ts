import { operations } from "../../generated/operations.ts";
import { failure, type PhoneAgentError } from "../errors.ts";

/** Control characters, and halves of surrogate pairs, which no UTF-8 can carry. */
export const unsendable = /[\p{Cc}\p{Cs}]/u;

export const misuse = (operation: string, reason: string): PhoneAgentError =>
  failure(operation, { kind: "configuration", reason });

/** The documented operation at a path without values, or at a path whose values are filled in. */
export function operationAt(path: string, method?: string): keyof typeof operations | undefined {
  const rows = Object.entries(operations).filter(([, row]) => row.method === (method ?? row.method));
  const at = rows.find(([, row]) => row.path === path) ?? rows.find(([, row]) => template(row.path).test(path));
  return at?.[0] as keyof typeof operations | undefined;
}

const template = (path: string) => new RegExp(`^${path.replace(/\{.+?\}/g, "[^/]+")}$`);

/** Fills values into a path. Behind a `Request`, `..` is already gone: here is the last place to see it. */
export function serializePath(base: string) {
  return (address: string, values: Record<string, unknown>): string => {
    const path = address.slice(base.length);
    const operation = operationAt(path) ?? path;
    const filled = path.replace(/\{(.+?)\}/g, (_, name: string) => {
      const value = values[name];
      if (typeof value !== "string" || /^\.{0,2}$/.test(value) || unsendable.test(value)) {
        throw misuse(operation, `${name} must be a string, not "", "." or "..", without control characters.`);
      }
      return encodeURIComponent(value);
    });
    if (Object.values(operations).some((row) => row.path === filled && filled !== path)) {
      throw misuse(operation, `with this value the path is that of ${operationAt(filled)}: call that.`);
    }
    return base + filled;
  };
}

type QueryValue = string | number | boolean;
/** The inputs of a query by name. A list is sent as one parameter for each of its values. */
export type Query = Record<string, QueryValue | readonly QueryValue[] | undefined>;

/** `form`, exploded: the properties of an object become parameters of their own. */
export function serializeQuery(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value.map((item) => [name, item]);
    return typeof value === "object" ? Object.entries(value) : [[name, value]];
  });
  return pairs.map(([name, value]) => `${encode(name, name)}=${encode(name, value)}`).join("&");
}

function encode(name: string, value: unknown): string {
  const sendable = typeof value === "boolean" || typeof value === "string" || Number.isFinite(value);
  const text = String(value);
  if (!sendable || /\p{Cs}/u.test(text))
    throw misuse("query", `${name} must be a string, a finite number or a boolean.`);
  return encodeURIComponent(text);
}

/** Refuses an address that is not below the base URL, or that is not what its writer sees. */
export function checkAddress(url: string, base: string, operation: string): void {
  const [path = "", query] = url.slice(base.length).split("?", 2);
  // The URL parser takes `\` for `/`, and `%2e` for `.`.
  const odd = /^(?!\/)|[{}\\#]|\/(?:\.|%2e){1,2}(?:\/|$)|%(?![\da-f]{2})/i.test(path) || unsendable.test(path);
  if (odd || !url.startsWith(base)) {
    throw misuse(operation, "the path must start with / and stay as written: no template, dot segment, ? or #.");
  }
  if (query !== undefined && new URLSearchParams(query).has("token")) {
    throw misuse(operation, "token is no input: the client adds it.");
  }
}
