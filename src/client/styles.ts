import { createMisuse } from "./errors.ts";

/** Serializes an input as parts of a query, such as `name=value`. */
export type Style = (name: string, value: unknown) => string[];

export const isScalar = (value: unknown): value is string | number | boolean =>
  /string|boolean/.test(typeof value) || Number.isFinite(value);

function encodeValues(name: string, value: unknown): string[] {
  const list = [value].flat();
  if (!list.every((item) => item === null || isScalar(item))) {
    throw createMisuse(`\`${name}\` must be a string, boolean or finite number, or a list of them.`);
  }
  return list.map((item) => encodeURIComponent(`${item}`));
}

/** A parameter for each value of a list. */
export const form: Style = (name, value) =>
  encodeValues(name, value).map((item) => `${encodeURIComponent(name)}=${item}`);

/** One parameter for the values of a list, with a delimiter. RFC 3986 has no `|`, which servers expect nevertheless. */
export const delimited =
  (delimiter: "," | "%20" | "|"): Style =>
  (name, value) => {
    const values = encodeValues(name, value);
    return values.length > 0 ? [`${encodeURIComponent(name)}=${values.join(delimiter)}`] : [];
  };
