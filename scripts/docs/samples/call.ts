import { isObject } from "../../../src/openapi/json.ts";
import { isJson, isMultipart, isUrlEncoded } from "../../../src/openapi/media-type.ts";
import type { Parameter } from "../../../src/openapi/operation.ts";
import type { Json } from "../../contract/document.ts";
import type { CallCredential } from "./credentials.ts";

/**
 * A call of an operation. The samples print one that the contract accepts, and the playground makes
 * one of its form.
 */
export interface OperationCall {
  operationId: string;
  method: string;
  /** With `{name}` for each path value. */
  path: string;
  /** Path values, then query, header and cookie inputs, each in the order of the client. */
  parameters: CallParameter[];
  body?: Body;
  credentials: CallCredential[];
  /** What samples call by default. A token that everyone knows is for the mock alone. */
  server: { url: string; isMock: boolean };
  result: CallResult;
  missingValues: string[];
}

export interface CallParameter extends Pick<Parameter, "name" | "in"> {
  input: string;
  /** As in OpenAPI, or `json`. */
  style: string | undefined;
  explode: boolean | undefined;
  /**
   * Whether a text that a reader enters is its value, because strings are valid. Any other text is
   * JSON.
   */
  isText: boolean;
  isFreeForm: boolean;
  /** Not sent if undefined. */
  value: Json | undefined;
}

export interface Body {
  type: string;
  value: Json;
}

/**
 * A successful response. A sample prints sizes, keys, a type or a host: other values can be secret.
 */
export interface CallResult {
  kind: "nothing" | "text" | "bytes" | "location" | "list" | "object" | "unknown";
  /** The first required list and object in an object whose names a program can write. */
  list?: string | undefined;
  record?: string | undefined;
}

export const isStructured = (type: string): boolean =>
  isJson(type) || isMultipart(type) || isUrlEncoded(type);

export function bodyText({ type, value }: Body, space?: number): string {
  if (isJson(type)) return JSON.stringify(value, null, space);
  return isUrlEncoded(type) && typeof value === "object"
    ? `${new URLSearchParams(toWireFields("", value))}`
    : String(value);
}

export const parametersIn = ({ parameters }: OperationCall, ...locations: Parameter["in"][]) =>
  parameters.flatMap(({ value, ...parameter }) =>
    value !== undefined && locations.includes(parameter.in) ? { ...parameter, value } : [],
  );

/** A secret in a query parameter or a header, and what precedes it there, such as `Bearer `. */
export interface Secret extends CallCredential {
  prefix: string;
}

/** A call on the wire. A multipart body has no content type yet, which contains a boundary. */
export interface CallRequest {
  /** With encoded values. */
  path: string;
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  secretQuery: Secret[];
  secretHeaders: Secret[];
}

export function toRequest(call: OperationCall): CallRequest {
  const { missingValues, body, credentials } = call;
  const path = parametersIn(call, "path")
    .filter(({ name }) => !missingValues.includes(name))
    .reduce(
      (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(textOf(value))),
      call.path,
    );
  const cookies = parametersIn(call, "cookie").map(
    ({ name, value }) => `${name}=${encodeURIComponent(textOf(value))}`,
  );
  const hasCookieCredential = credentials.some((credential) => credential.in === "cookie");
  const secrets = credentials.map((credential): Secret => {
    const { in: location, name } = credential;
    if (location === "cookie")
      return { ...credential, name: "cookie", prefix: [...cookies, `${name}=`].join("; ") };
    if (location !== "authorization") return { ...credential, prefix: "" };
    return {
      ...credential,
      name: location,
      prefix: `${name.replace(/^./, (letter) => letter.toUpperCase())} `,
    };
  });
  const type = body && !isMultipart(body.type) ? [{ name: "content-type", value: body.type }] : [];
  const cookie =
    cookies.length > 0 && !hasCookieCredential
      ? [{ name: "cookie", value: cookies.join("; ") }]
      : [];
  return {
    path,
    query: parametersIn(call, "query").flatMap(writeQuery),
    headers: [...parametersIn(call, "header"), ...type, ...cookie].map(({ name, value }) => [
      name,
      textOf(value),
    ]),
    secretQuery: secrets.filter((secret) => secret.in === "query"),
    secretHeaders: secrets.filter((secret) => secret.in !== "query"),
  };
}

type QueryParameter = Pick<CallParameter, "name" | "style" | "explode"> & { value: Json };

/**
 * Writes a query parameter on the wire: once if it's a list that isn't exploded, else one for each
 * part.
 */
function writeQuery({ name, style = "form", explode = style === "form", value }: QueryParameter) {
  if (style === "json") return toWireFields(name, JSON.stringify(value));
  if (style === "deepObject" && isObject(value)) return toDeepFields(name, value);
  const joint = { form: ",", spaceDelimited: " ", pipeDelimited: "|" }[style];
  return toWireFields(
    name,
    Array.isArray(value) && !explode ? value.map(textOf).join(joint) : value,
  );
}

const toDeepFields = (name: string, value: object): [string, string][] =>
  Object.entries(value).flatMap(([key, item]) =>
    isObject(item)
      ? toDeepFields(`${name}[${key}]`, item)
      : toWireFields(`${name}[${key}]`, item as Json),
  );

export function toWireFields(name: string, value: Json): [string, string][] {
  if (Array.isArray(value)) return value.map((item) => [name, textOf(item)]);
  if (!isObject(value)) return [[name, textOf(value)]];
  return Object.entries(value).flatMap(([key, item]) => toWireFields(key, item as Json));
}

const textOf = (value: Json): string => (isObject(value) ? JSON.stringify(value) : String(value));
