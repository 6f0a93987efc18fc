export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export { isJson } from "../../src/core/media.ts";
export { asObject, isObject } from "../../src/openapi/json.ts";
