import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Writes a file in a new temporary folder, and returns its path. */
export function writeTemporaryFile(name: string, content: string | Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), "phone-agent-api-")), name);
  writeFileSync(path, content);
  return path;
}

interface RecordedExchange {
  method?: string;
  url?: string;
  requestHeaders?: Record<string, string>;
  sent?: unknown;
  status?: number;
  headers?: Record<string, string>;
  mimeType?: string;
  /** The body of the response: a text, or a value that becomes JSON. */
  body?: unknown;
  content?: object;
  /** Why the browser received no complete response. */
  error?: string;
}

const pairs = (headers: Record<string, string> = {}) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

const textOf = (body: unknown) => (typeof body === "string" ? body : JSON.stringify(body));

/** Creates a HAR entry as a browser records it. */
export function entry({
  method = "GET",
  url = "/api/v2/tokens",
  status = 200,
  ...rest
}: RecordedExchange) {
  const {
    requestHeaders,
    sent: requestContent,
    headers,
    mimeType = "application/json",
    body,
    content,
    error,
  } = rest;
  const text = body === undefined ? undefined : textOf(body);
  return {
    startedDateTime: "2026-11-22T06:00:00.000Z",
    request: {
      method,
      url: url.startsWith("/") ? `https://service.example.com${url}` : url,
      headers: pairs(requestHeaders),
      ...(requestContent !== undefined && {
        postData: { mimeType: "application/json", text: textOf(requestContent) },
      }),
    },
    response: {
      status,
      headers: pairs(headers),
      content: {
        mimeType,
        ...(text !== undefined && { text, size: Buffer.byteLength(text) }),
        ...content,
      },
      ...(error !== undefined && { _error: error }),
    },
  };
}

export const har = (...entries: unknown[]) =>
  JSON.stringify({ log: { version: "1.2", pages: [], entries } });

export async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const list: Value[] = [];
  for await (const value of values) list.push(value);
  return list;
}
