export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export { asObject, isObject } from "../../src/openapi/json.ts";
export { isJson } from "../../src/openapi/media-type.ts";

/** Freezes a value and all that it contains, and returns it. */
export function freeze<Value>(value: Value): Value {
  if (Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const child of Object.values(value as object)) freeze(child);
  return value;
}
