import { isJson, type Json } from "../../contract/json.ts";
import type { SampleRequest } from "./request.ts";

/** The request of a sample, and the result that the sample prints. */
export interface SampleCall extends SampleRequest {
  method: string;
  operationId: string;
  /** Whether the client's method takes inputs, even if the sample passes none. */
  takesInputs: boolean;
  /** Whether the inputs precede the body, which is optional. */
  inputsFirst: boolean;
  /** The options of the call, its last argument. */
  options?: { [name: string]: Json };
  result: SampleResult;
}

/** The kind of a successful response. A sample prints sizes, keys, a type or a host: other values can be secret. */
export type SampleResult =
  | { kind: "nothing" | "text" | "bytes" | "location" | "unknown" }
  | { kind: "object"; field?: { name: string; isList: boolean } };

export type Body = NonNullable<SampleRequest["body"]>;

export const isMultipart = (type: string): boolean => type.startsWith("multipart/");
export const isForm = (type: string): boolean => type.startsWith("application/x-www-form-urlencoded");

/** Writes a body that isn't a form. */
export const bodyText = ({ type, value }: Body, space?: number): string =>
  isJson(type) ? JSON.stringify(value as Json, null, space) : String(value);
