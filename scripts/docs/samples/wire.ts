import { isObject, type Json } from "../../contract/json.ts";

/** The name of a query parameter, and the style of a list in it. */
export interface QueryStyle {
  name: string;
  style?: string | undefined;
  explode?: boolean | undefined;
}

/** Writes a query input on the wire: one parameter if it's a list that isn't exploded, else one for each part. */
export function writeQuery(
  { name, style = "form", explode = style === "form" }: QueryStyle,
  value: Json,
): [string, string][] {
  const joint = { form: ",", spaceDelimited: " ", pipeDelimited: "|" }[style];
  if (Array.isArray(value) && !explode) return [[name, value.map(textOf).join(joint)]];
  return toWireFields(name, value);
}

/** Writes a value as fields, such as those of a form. */
export function toWireFields(name: string, value: Json): [string, string][] {
  if (Array.isArray(value)) return value.map((item) => [name, textOf(item)]);
  if (!isObject(value)) return [[name, textOf(value)]];
  return Object.entries(value).flatMap(([key, item]) => toWireFields(key, item as Json));
}

export const textOf = (value: Json): string => (isObject(value) ? JSON.stringify(value) : String(value));
