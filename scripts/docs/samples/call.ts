import { toSpec } from "../../../src/client/described-spec.ts";
import { encodeValues } from "../../../src/client/query.ts";
import { type PreparedRequest, writeRequest } from "../../../src/client/request.ts";
import { isObject } from "../../../src/openapi/json.ts";
import { isJson, isMultipart, isUrlEncoded } from "../../../src/openapi/media-type.ts";
import type { Parameter } from "../../../src/openapi/operation.ts";
import type { Credential } from "../../../src/openapi/security.ts";
import type { Json } from "../../contract/document.ts";

/**
 * A call of an operation. The samples print one that the contract accepts, and the playground makes
 * one of its form.
 */
export interface OperationCall {
  operationId: string;
  method: string;
  /** With `{name}` for each path value. */
  path: string;
  /** How the client writes its request, as plain data. */
  spec: object;
  /** Path values, then query, header and cookie inputs, each in the order of the client. */
  parameters: CallParameter[];
  body?: Body;
  credentials: CallCredential[];
  /** What samples call by default. A token that everyone knows is for the mock alone. */
  server: { url: string; isMock: boolean };
  result: ResultKind;
  missingValues: string[];
  /** The value of `Prefer`, for the mock. */
  preferences?: string;
}

export interface CallParameter extends Pick<Parameter, "name" | "in"> {
  input: string;
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
 * What a call results in. A sample prints sizes, keys, a type or a host: other values can be secret.
 */
export type ResultKind = "nothing" | "text" | "bytes" | "location" | "list" | "object" | "unknown";

export const isStructured = (type: string): boolean =>
  isJson(type) || isMultipart(type) || isUrlEncoded(type);

export const parametersIn = ({ parameters }: OperationCall, ...locations: Parameter["in"][]) =>
  parameters.flatMap(({ value, ...parameter }) =>
    value !== undefined && locations.includes(parameter.in) ? { ...parameter, value } : [],
  );

/** A secret in a query parameter or a header, and what precedes it there, such as `Bearer `. */
export interface Secret extends CallCredential {
  prefix: string;
}

/**
 * A call as the client writes it, without its secrets. A multipart body has no content type yet,
 * which contains a boundary.
 */
export interface CallRequest {
  /** The path and the query. */
  target: string;
  headers: [name: string, value: string][];
  body: PreparedRequest["init"]["body"];
  secretQuery: Secret[];
  secretHeaders: Secret[];
}

/** @throws Failure that says what can't be sent. */
export function toRequest(call: OperationCall): CallRequest {
  const { method, path, spec, missingValues, body, credentials, preferences } = call;
  const type = body && !isMultipart(body.type) ? { "content-type": body.type } : undefined;
  const { url, init } = writeRequest(
    toSpec({ ...spec, method, path }),
    {
      path: parametersIn(call, "path").map(({ value }) => value),
      inputs: inputsOf(call),
      ...(body && { body: contentOf(body) }),
    },
    "",
    type,
  );
  // A browser's `fetch` takes no cookies, nor does the client there.
  const cookies = parametersIn(call, "cookie").map(
    ({ name, value }) => `${name}=${encodeValues(name, value).join(",")}`,
  );
  const secrets = credentials.map((credential): Secret => {
    const { in: location, name } = credential;
    if (location === "cookie")
      return { ...credential, name: "cookie", prefix: [...cookies, `${name}=`].join("; ") };
    if (location !== "authorization") return { ...credential, prefix: "" };
    const scheme = name.replace(/^./, (letter) => letter.toUpperCase());
    return { ...credential, name: location, prefix: `${scheme} ` };
  });
  const headers = [...(init.headers ?? [])];
  if (cookies.length > 0 && !secrets.some(({ name }) => name === "cookie"))
    headers.push(["cookie", cookies.join("; ")]);
  if (preferences) headers.push(["prefer", preferences]);
  return {
    // What the reader replaces is still in braces.
    target: missingValues.reduce(
      (text, name) => text.replaceAll(encodeURIComponent(`{${name}}`), `{${name}}`),
      url,
    ),
    headers,
    body: init.body,
    secretQuery: secrets.filter((secret) => secret.in === "query"),
    secretHeaders: secrets.filter((secret) => secret.in !== "query"),
  };
}

/** Returns the address and the headers of a request with the secrets that the mock takes. */
export function withDemoSecrets(request: CallRequest) {
  const { target, headers, secretQuery, secretHeaders } = request;
  const query = new URLSearchParams(
    secretQuery.map((secret) => [secret.name, demoValueOf(secret)]),
  );
  return {
    target:
      secretQuery.length > 0 ? `${target}${target.includes("?") ? "&" : "?"}${query}` : target,
    headers: [
      ...headers,
      ...secretHeaders.map((secret): [string, string] => {
        const value = demoValueOf(secret);
        return [secret.name, secret.prefix + (secret.isBase64 ? btoa(value) : value)];
      }),
    ],
  };
}

/** Returns the inputs of the client's method. Those of any name are one of them. */
function inputsOf(call: OperationCall): { [input: string]: Json } {
  const inputs: { [input: string]: Json } = {};
  for (const { input, name, value, isFreeForm } of parametersIn(call, "query", "header"))
    inputs[input] =
      isFreeForm && !isObject(value) ? { ...(inputs[input] as object), [name]: value } : value;
  return inputs;
}

/** Returns a body as the client takes it. */
export function contentOf({ type, value }: Body): unknown {
  if (isMultipart(type)) return toFormData(value);
  if (isStructured(type)) return value;
  return type.startsWith("text/") ? String(value) : new Blob([String(value)]);
}

/** Returns the text of a body, JSON as a person writes it. */
export const textOf = ({ type, value }: Body, { body }: Pick<CallRequest, "body">): string =>
  isJson(type) ? JSON.stringify(value, null, 2) : isUrlEncoded(type) ? String(body) : String(value);

function toFormData(value: Json): FormData {
  const form = new FormData();
  for (const [name, text] of formFieldsOf(value)) form.append(name, text);
  return form;
}

/** Returns the fields of a multipart form, which the client takes as `FormData`. */
export function formFieldsOf(value: Json, name = ""): [name: string, text: string][] {
  if (Array.isArray(value)) return value.flatMap((item) => formFieldsOf(item, name));
  if (!isObject(value)) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, item]) => formFieldsOf(item as Json, key));
}

/** A credential of a call, and the environment variable from which a sample reads it. */
export interface CallCredential extends Credential {
  variable: string;
  scheme: string;
  /** Whether the client's `token` can be this credential alone. */
  isToken: boolean;
  /** Whether it's sent in Base64, as Basic is. */
  isBase64: boolean;
}

/** The only token that samples and the playground send to the mock, which accepts any. */
export const demoToken = "demo-token-not-secret";

/** The mock on its default port. */
export const mockAddress = "http://127.0.0.1:4010";

/** Writes the client's option `token`, unless it is one secret that the client can find itself. */
export const writeTokenOption = (
  credentials: CallCredential[],
  write: (credential: CallCredential) => string,
): string | undefined =>
  credentials.every(({ isToken }) => isToken && credentials.length === 1)
    ? undefined
    : `{ ${credentials.map((credential) => `${writeKey(credential.scheme)}: ${write(credential)}`).join(", ")} }`;

const writeKey = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);

/** Returns the value of a credential's variable for the mock. */
export const demoValueOf = ({ isBase64 }: Pick<CallCredential, "isBase64">): string =>
  isBase64 ? `demo:${demoToken}` : demoToken;
