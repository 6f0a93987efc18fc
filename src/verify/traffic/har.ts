import { isSecretName } from "../../openapi/secret-names.ts";
import { findOperation } from "../contract.ts";
import type { Scope } from "./address.ts";
import { decodeBody } from "./body.ts";
import type { Exchange, IgnoredEntry, Origin } from "./exchange.ts";
import { credentialsOf, redactionOf } from "./redaction.ts";

/** The fields of a HAR 1.2 entry that are read here. Any of them may be absent or have another type. */
type Fields<Name extends string> = Readonly<Partial<Record<Name, unknown>>>;
type Entry = Fields<"startedDateTime" | "_fromCache" | "request" | "response">;
type Message = Fields<"method" | "url" | "status" | "headers" | "postData" | "content">;
type Content = Fields<"mimeType" | "text" | "params" | "size" | "encoding">;
type Pair = Fields<"name" | "value"> | null;

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]);

/** Reads an entry of a HAR file. Returns an ignored entry if it can't be used. */
export function readHarEntry(
  entry: unknown,
  origin: Origin,
  { contract, readAddress, validate }: Scope,
): Exchange | IgnoredEntry {
  const ignoreEntry = (reason: string): IgnoredEntry => ({ ...origin, reason });
  const { startedDateTime, _fromCache, ...messages } = Object(entry) as Entry;
  const [request, response]: [Message, Message] = [Object(messages.request), Object(messages.response)];
  const method = toText(request.method)?.toUpperCase() ?? "";
  const url = toText(request.url);
  if (!url || !methods.has(method)) return ignoreEntry("not a recorded request");
  const address = readAddress(url);
  if ("reason" in address) return ignoreEntry(address.reason);
  const status = toCount(response.status);
  if (status < 100 || status > 599) return ignoreEntry("no response recorded");
  if (status === 304 || (_fromCache ?? false) !== false) return ignoreEntry("the response came from a cache");
  const { segments, query } = address;
  const operation = findOperation(contract, method, segments);
  const redaction = redactionOf(operation, segments);
  const credentials = credentialsOf(url, headersOf(request));
  const [requestContent, responseContent]: [Content, Content] = [Object(request.postData), Object(response.content)];
  return {
    ...origin,
    at: toIsoTime(startedDateTime),
    method,
    segments,
    query,
    requestHeaders: headersOf(request).flatMap(([name]) => (isSecretName(name) || name[0] === ":" ? [] : name)),
    requestBody: decodeBody(
      {
        contentType: toText(requestContent.mimeType) ?? headerOf(request, "content-type"),
        bytes: toBytes(requestContent.text) ?? formOf(requestContent.params),
        credentials,
      },
      redaction,
    ),
    status,
    responseBody: decodeBody(
      {
        contentType: headerOf(response, "content-type") ?? toText(responseContent.mimeType),
        bytes:
          responseContent.encoding === "base64"
            ? Buffer.from(toText(responseContent.text) ?? "", "base64")
            : toBytes(responseContent.text),
        size: toCount(responseContent.size),
        encoding: headerOf(response, "content-encoding"),
        credentials,
      },
      redaction,
      validate && operation && ((value) => validate(operation.id, value)),
    ),
  };
}

const toText = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
const toCount = (value: unknown) => (Number.isInteger(value) ? (value as number) : 0);
const toBytes = (value: unknown) => (typeof value === "string" ? Buffer.from(value) : undefined);

const readPairs = (list: unknown): [string, string][] =>
  (Array.isArray(list) ? list : []).flatMap((pair: Pair) => {
    const name = toText(pair?.name);
    return name ? [[name, toText(pair?.value) ?? ""]] : [];
  });

const headersOf = ({ headers }: Message) =>
  readPairs(headers).map(([name, value]) => [name.toLowerCase(), value] as const);

const headerOf = (message: Message, headerName: string) =>
  toText(headersOf(message).find(([name]) => name === headerName)?.[1]);

/** Encodes the parameters of a recorded form as its body. */
function formOf(params: unknown): Uint8Array | undefined {
  const fields = readPairs(params);
  return fields.length > 0 ? Buffer.from(String(new URLSearchParams(fields))) : undefined;
}

/** Converts a time to ISO 8601; `undefined` if the value isn't a time. */
function toIsoTime(value: unknown): string | undefined {
  const time = new Date(toText(value) ?? "");
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
