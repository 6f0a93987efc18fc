import type { Source } from "../core/exchange.ts";
import type { JournalEntry } from "../core/journal.ts";
import type { Target } from "../core/request.ts";
import { asList, asObject, type JsonObject } from "../openapi/json.ts";
import { credentialsOf, decodeBody, redactionOf } from "./body.ts";
import type { KnownContract } from "./contract.ts";
import type { Exchange, Origin } from "./exchange.ts";

/** The reason why an entry can't be used as an exchange. It quotes nothing of the entry. */
export class UnusableEntry extends Error {}

/** Reads the address of a request below the base URL, without the token. */
type ReadAddress = (url: string) => Pick<Target, "segments" | "query">;

// A service may send a header of this name, with other values.
const mockSources: ReadonlySet<string> = new Set<Source>(["contract", "tester", "generated", "mock"]);
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]);

/** Reads an entry of a HAR file. @throws UnusableEntry */
export function readHarEntry(
  entry: unknown,
  origin: Origin,
  contract: KnownContract,
  readAddress: ReadAddress,
): Exchange {
  // Any field of a recording may be absent or have another type.
  const { startedDateTime, _fromCache: isFromCache, ...messages } = asObject(entry);
  const [request, response] = [asObject(messages["request"]), asObject(messages["response"])];
  const method = toText(request["method"])?.toUpperCase() ?? "";
  const url = toText(request["url"]);
  if (!url || !methods.has(method)) throw new UnusableEntry("not a recorded request");
  const { segments, query } = readAddress(url);
  if (mockSources.has(headerOf(response, "mock-source") ?? ""))
    throw new UnusableEntry("the mock responded, not the service");
  const status = toCount(response["status"]);
  if (status < 100 || status > 599) throw new UnusableEntry("no response recorded");
  if (status === 304 || isFromCache) throw new UnusableEntry("the response came from a cache");
  const operation = contract.match(method, segments)?.operation;
  const redaction = redactionOf(operation, segments);
  const credentials = credentialsOf(url, headersOf(request));
  const { mimeType: requestType, text: requestText, params } = asObject(request["postData"]);
  const { mimeType, text, encoding } = asObject(response["content"]);
  const recordedRequestBody = {
    contentType: toText(requestType) ?? headerOf(request, "content-type"),
    // Of a form, a browser may record the parameters alone.
    bytes: Buffer.from(toText(requestText) ?? String(new URLSearchParams(readPairs(params)))),
    credentials,
  };
  const recordedBody = {
    // Chromium and Playwright write "x-unknown" if there is no media type.
    contentType: headerOf(response, "content-type") ?? (mimeType === "x-unknown" ? undefined : toText(mimeType)),
    bytes: Buffer.from(toText(text) ?? "", encoding === "base64" ? "base64" : "utf8"),
    size: sizeOf(response),
    encoding: headerOf(response, "content-encoding"),
    credentials,
  };
  return {
    ...{ ...origin, at: toIsoTime(startedDateTime), method, segments, query, status },
    requestBody: decodeBody(recordedRequestBody, redaction),
    responseBody: decodeBody(recordedBody, redaction, operation?.check),
  };
}

/** Reads an entry of the mock's journal, converted to one of a HAR. @throws UnusableEntry */
export const readJournalEntry: typeof readHarEntry = (entry, origin, ...scope) => {
  const { at: startedDateTime, run, method, path, query, ...rest } = Object(entry) as Partial<JournalEntry>;
  if (rest.source === "mock") throw new UnusableEntry("the mock rejected the request");
  const queryPairs = Object.entries(Object(query)).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, String(value)]),
  );
  const harEntry = {
    startedDateTime,
    request: {
      method,
      url: `${path?.split("/").map(encodeURIComponent).join("/")}?${new URLSearchParams(queryPairs)}`,
      headers: Object.keys(Object(rest.headers)).map((name) => ({ name })),
      // The journal contains the parsed body, of any media type.
      postData: { text: JSON.stringify(rest.body) },
    },
    // The journal records requests only, since the mock itself responded. A size without a text is a body unrecorded.
    response: { status: rest.status, content: { size: 1 } },
  };
  return readHarEntry(harEntry, { ...origin, session: `${origin.session} ${run}` }, ...scope);
};

/** Returns the size of a response's body: `Infinity` if it broke off, `NaN` if the recording leaves it open. */
function sizeOf(response: JsonObject): number {
  const { size, text } = asObject(response["content"]);
  // Chromium records an error for a page whose response has no body by definition.
  if (response["status"] === 204) return 0;
  if (toText(response["_error"])) return Infinity;
  // A recorder that drops a body can write the size 0 and an empty text, next to the length that the service sent.
  return toCount(size) || Number(headerOf(response, "content-length") ?? (text === "" ? 0 : (size ?? NaN)));
}

const toText = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
const toCount = (value: unknown) => (Number.isInteger(value) ? (value as number) : 0);

const readPairs = (list: unknown): [string, string][] =>
  asList(list).flatMap((pair) => {
    const { name, value } = asObject(pair);
    return typeof name === "string" && name !== "" ? [[name, toText(value) ?? ""]] : [];
  });

const headersOf = ({ headers }: JsonObject) =>
  readPairs(headers).map(([name, value]) => [name.toLowerCase(), value] as const);

const headerOf = (message: JsonObject, headerName: string) =>
  toText(headersOf(message).find(([name]) => name === headerName)?.[1]);

/** Converts a time to ISO 8601; `undefined` if the value isn't a time. */
function toIsoTime(value: unknown): string | undefined {
  const time = new Date(toText(value) ?? "");
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
