import { type OperationId, type OperationRow, operations } from "../../generated/operations.ts";
import { refuse } from "../errors.ts";

/** Control characters and halves of surrogate pairs, by what they are not: of `\p{Cc}`, the engine loads its tables. */
export const unsendable = /[^ -~\xa0-\ud7ff\ue000-\u{10ffff}]/u;

/** The documented operation that a path belongs to, values filled in or not. A path without values goes first. */
export function operationAt(path: string, method?: string): OperationId | undefined {
  const rows = Object.entries<OperationRow>(operations).filter(([, row]) => !method || row.method === method);
  const at =
    rows.find(([, row]) => row.path === path) ??
    rows.find(([, row]) => new RegExp(`^${row.path.replace(/{.+?}/g, "[^/]+")}$`).test(path));
  return at?.[0] as OperationId | undefined;
}

/** Fills values into a path. Behind a `Request`, `..` is already gone: here it can still be seen. */
export function serializePath(url: string, values: Record<string, unknown>, base: string): string {
  const path = url.slice(base.length);
  const id = operationAt(path);
  const operation = id ?? path;
  const { numbers }: Partial<OperationRow> = id ? operations[id] : {};
  const filled = path.replace(/{(.+?)}/g, (_, name: string) => {
    const value = values[name];
    if (numbers?.includes(name)) {
      if (!Number.isFinite(value)) refuse(operation, `${name} must be a finite number.`);
    } else if (typeof value !== "string" || /^\.{0,2}$/.test(value) || unsendable.test(value)) {
      refuse(operation, `${name} must be a string, not "", "." or "..", without control characters.`);
    }
    return encodeURIComponent(String(value));
  });
  const reached = operationAt(filled);
  if (reached && reached !== operation) refuse(operation, `with this value it is ${reached}.`);
  return base + filled;
}

type QueryValue = string | number | boolean;
/** The inputs of a query by name. Each value of a list becomes a parameter of its own. */
export type Query = Record<string, QueryValue | readonly QueryValue[] | undefined>;

/** `style: form`, `explode: true`: each property of an object becomes a parameter of its own. */
export const serializeQuery = (query: object): string => pairs(query).join("&");

function pairs(query: object): string[] {
  return Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (Array.isArray(value)) return value.map((item) => pair(name, item));
    return value && typeof value === "object" ? pairs(value) : pair(name, value);
  });
}

function pair(name: string, value: unknown): string {
  if ((!/string|boolean/.test(typeof value) && !Number.isFinite(value)) || /[\ud800-\udfff]/u.test(`${name}${value}`)) {
    refuse("query", `${name} must be a string, a boolean, a finite number, or a list of them.`);
  }
  return `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;
}

// The URL parser drops tabs and line breaks, takes `\` for `/`, and `%2e` for `.`.
const odd = /^(?!\/(?!\/))|^[^?]*([\\{}]|\/(\.|%2e){1,2}(\/|$|\?)|%(?![\da-f]{2}))|#/i;

/** Refuses an address outside the base URL, and one that would be sent otherwise than it is written. */
export function checkAddress(url: string, base: string, operation: string): void {
  const query = /\?.*/s.exec(url)?.[0];
  const path = url.slice(base.length);
  const refused = !url.startsWith(base) || odd.test(path) || unsendable.test(path);
  if (refused || (query && new URLSearchParams(query).has("token"))) {
    refuse(operation, "the path must begin with / and hold no dot segment, template, #, stray % or token.");
  }
}
