import { definedEntries, isPlainObject } from "./entries.ts";
import { configError } from "./errors.ts";

/** Serializes an input as parts of a query, such as `name=value`. */
export type Style = (name: string, value: unknown) => string[];

/** Styles by name. */
export type Styles = Readonly<Record<string, Style>>;

export const isScalar = (value: unknown): value is string | number | boolean =>
  /string|boolean/.test(typeof value) || Number.isFinite(value);

function encodeValues(name: string, value: unknown): string[] {
  const list = [value].flat();
  if (!list.every((item) => item === null || isScalar(item))) {
    throw configError(`\`${name}\` must be a string, boolean or finite number, or a list of them.`);
  }
  return list.map((item) => encodeURIComponent(`${item}`));
}

/** Serializes a query or a form. Objects need a style. */
export const serializeQuery = (query: unknown, styles: Styles = {}): string =>
  definedEntries(query)
    .flatMap(([name, value]) => {
      const style = Object.hasOwn(styles, name) && styles[name];
      if (style) return style(name, value);
      // A null is sent only if the contract declares one.
      return value === null ? [] : form(name, value);
    })
    .join("&");

/** A parameter for each value of a list. */
export const form: Style = (name, value) =>
  encodeValues(name, value).map((item) => `${encodeURIComponent(name)}=${item}`);

/** A parameter for each property of an object. */
export const exploded: Style = (name, value) => {
  if (value === null) return [];
  return isPlainObject(value)
    ? definedEntries(value).flatMap(([key, child]) => (child === null ? [] : form(key, child)))
    : form(name, value);
};

/**
 * One parameter for the values of a list, with a delimiter. RFC 3986 has no `|`, which servers
 * expect nevertheless.
 */
export const delimited =
  (delimiter: "," | "%20" | "|"): Style =>
  (name, value) => {
    const values = encodeValues(name, value);
    return values.length > 0 ? [`${encodeURIComponent(name)}=${values.join(delimiter)}`] : [];
  };

/** A parameter for each property of an object, such as `filter[from]=1`. */
export const deepObject: Style = (name, value) =>
  isPlainObject(value)
    ? definedEntries(value).flatMap(([key, child]) =>
        child === null ? [] : deepObject(`${name}[${key}]`, child),
      )
    : form(name, value);

/** The text of a value as JSON. */
export const json: Style = (name, value) => form(name, JSON.stringify(value));
