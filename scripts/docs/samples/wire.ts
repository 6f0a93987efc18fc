import { isObject, type Json } from "../../contract/json.ts";
import type { Parameter } from "../../contract.ts";

/** Writes a query input on the wire: one parameter if it's a list that isn't exploded, else one for each part. */
export function writeQuery(
  { name, style = "form", explode = style === "form" }: Pick<Parameter, "name" | "style" | "explode">,
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
