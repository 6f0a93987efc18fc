import { isJson, type Json } from "../../contract/json.ts";
import type { SampleRequest } from "./request.ts";

/** The request of a sample, and its use of the response. */
export interface Sent extends SampleRequest {
  method: string;
  operationId: string;
  /** Whether a named call takes inputs, given or not. */
  takesInputs: boolean;
  /** Whether the inputs precede the body, which is optional. */
  inputsFirst: boolean;
  /** The options of the call, its last argument. */
  options?: { [name: string]: Json };
  received: Received;
}

/** The kind of response. A sample prints its size and no value: any of them can be a secret. */
export type Received =
  | { kind: "nothing" | "text" | "bytes" | "location" | "unknown" }
  | { kind: "object"; field?: { name: string; isList: boolean } };

export type Body = NonNullable<SampleRequest["body"]>;

export const isMultipart = (type: string): boolean => type.startsWith("multipart/");
export const isForm = (type: string): boolean => type.startsWith("application/x-www-form-urlencoded");

/** A body that is neither of the forms. */
export const bodyText = ({ type, value }: Body, space?: number): string =>
  isJson(type) ? JSON.stringify(value as Json, null, space) : String(value);
