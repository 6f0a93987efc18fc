import type { Validate } from "../../client/options.ts";
import { isSecretName } from "../../secret-names.ts";
import type { Address } from "./address.ts";
import { readBody } from "./body.ts";
import type { Exchange, Ignored, Origin } from "./exchange.ts";
import { credentialsOf, keptOf, operationOf } from "./secrets.ts";

/** What an entry of a HAR file (HAR 1.2) may hold, as far as it is used. Nothing in it can be relied on. */
type Fields<Name extends string> = Readonly<Partial<Record<Name, unknown>>>;
type Entry = Fields<"startedDateTime" | "_fromCache" | "request" | "response">;
type Message = Fields<"method" | "url" | "status" | "headers" | "postData" | "content">;
type Content = Fields<"mimeType" | "text" | "params" | "size" | "encoding">;
type Pair = Fields<"name" | "value"> | null;

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]);

/** Reads the exchange in an entry, or why it can't be used. */
export function fromHar(
  entry: unknown,
  origin: Origin,
  readAddress: (url: string) => Address,
  validate?: Validate,
): Exchange | Ignored {
  const ignored = (reason: string): Ignored => ({ ...origin, reason });
  const { startedDateTime, _fromCache, ...entryOf } = Object(entry) as Entry;
  const [request, response]: [Message, Message] = [Object(entryOf.request), Object(entryOf.response)];
  const method = text(request.method)?.toUpperCase() ?? "";
  const url = text(request.url);
  if (!url || !methods.has(method)) return ignored("not a recorded request");
  const address = readAddress(url);
  if ("reason" in address) return ignored(address.reason);
  const status = count(response.status);
  if (status < 100 || status > 599) return ignored("no response recorded");
  if (status === 304 || (_fromCache ?? false) !== false) return ignored("the response came from a cache");
  const { segments, query } = address;
  const operation = operationOf(method, segments);
  const kept = keptOf(operation, segments);
  const credentials = credentialsOf(url, headersOf(request));
  const [posted, content]: [Content, Content] = [Object(request.postData), Object(response.content)];
  return {
    ...origin,
    at: isoTime(startedDateTime),
    method,
    segments,
    query,
    requestHeaders: headersOf(request).flatMap(([name]) => (isSecretName(name) || name[0] === ":" ? [] : name)),
    requestBody: readBody(
      {
        contentType: text(posted.mimeType) ?? headerOf(request, "content-type"),
        bytes: bytes(posted.text) ?? formOf(posted.params),
        credentials,
      },
      kept,
    ),
    status,
    responseBody: readBody(
      {
        contentType: headerOf(response, "content-type") ?? text(content.mimeType),
        bytes: content.encoding === "base64" ? Buffer.from(text(content.text) ?? "", "base64") : bytes(content.text),
        size: count(content.size),
        encoding: headerOf(response, "content-encoding"),
        credentials,
      },
      kept,
      validate && operation !== undefined ? (value) => validate(operation, value) : undefined,
    ),
  };
}

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
const count = (value: unknown) => (Number.isInteger(value) ? (value as number) : 0);
const bytes = (value: unknown) => (typeof value === "string" ? Buffer.from(value) : undefined);

const pairs = (list: unknown): [string, string][] =>
  (Array.isArray(list) ? list : []).flatMap((one: Pair) => {
    const name = text(one?.name);
    return name ? [[name, text(one?.value) ?? ""]] : [];
  });

const headersOf = ({ headers }: Message) => pairs(headers).map(([name, value]) => [name.toLowerCase(), value] as const);

const headerOf = (message: Message, wanted: string) => text(headersOf(message).find(([name]) => name === wanted)?.[1]);

function formOf(params: unknown): Uint8Array | undefined {
  const fields = pairs(params);
  return fields.length > 0 ? Buffer.from(String(new URLSearchParams(fields))) : undefined;
}

/** `undefined` for what isn't a time. */
function isoTime(value: unknown): string | undefined {
  const time = new Date(text(value) ?? "");
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
