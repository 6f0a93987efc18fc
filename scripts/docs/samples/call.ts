import { isJson, type Json } from "../../contract/json.ts";
import { toWireFields } from "./wire.ts";

/** The call of a sample: a request that the contract accepts, and the result that the sample prints. */
export interface SampleCall {
  operationId: string;
  method: string;
  /** The path with encoded path values. */
  path: string;
  pathValues: Json[];
  /** The query and header inputs, by their names in the client. */
  inputs: Record<string, Json>;
  /** Query parameters on the wire, without the token. */
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  body?: Body;
  /** Whether the operation takes the token. */
  token: boolean;
  /** Whether the client's method takes inputs, even if the sample passes none. */
  takesInputs: boolean;
  /** Whether the inputs precede the body, which is optional. */
  inputsFirst: boolean;
  /** The options of the call, its last argument. */
  options?: { [name: string]: Json };
  result: SampleResult;
}

export interface Body {
  type: string;
  value: Json;
}

/** A successful response. A sample prints sizes, keys, a type or a host: other values can be secret. */
export interface SampleResult {
  kind: "nothing" | "text" | "bytes" | "location" | "object" | "unknown";
  /** The first required list and object in an object whose names a program can write. */
  list?: string | undefined;
  record?: string | undefined;
}

export const isMultipart = (type: string): boolean => type.startsWith("multipart/");
export const isForm = (type: string): boolean => type.startsWith("application/x-www-form-urlencoded");

/** Writes a body on the wire, if it isn't multipart. */
export function bodyText({ type, value }: Body, space?: number): string {
  if (isJson(type)) return JSON.stringify(value as Json, null, space);
  return isForm(type) && typeof value === "object" ? `${new URLSearchParams(toWireFields("", value))}` : String(value);
}
