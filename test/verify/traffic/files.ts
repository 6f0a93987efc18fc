import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Writes a file of its own for a test, and returns its path. */
export function file(name: string, content: string | Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), "phone-agent-api-")), name);
  writeFileSync(path, content);
  return path;
}

interface Recorded {
  method?: string;
  url?: string;
  requestHeaders?: Record<string, string>;
  sent?: unknown;
  status?: number;
  headers?: Record<string, string>;
  mimeType?: string;
  /** What the response holds; text as it is, anything else as JSON. */
  body?: unknown;
  content?: object;
}

const pairs = (headers: Record<string, string> = {}) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

const textOf = (body: unknown) => (typeof body === "string" ? body : JSON.stringify(body));

/** An entry as a browser records it. */
export function entry({ method = "GET", url = "/api/v2/tokens", status = 200, ...rest }: Recorded) {
  const { requestHeaders, sent, headers, mimeType = "application/json", body, content } = rest;
  const text = body === undefined ? undefined : textOf(body);
  return {
    startedDateTime: "2026-11-22T06:00:00.000Z",
    request: {
      method,
      url: url.startsWith("/") ? `https://service.example.com${url}` : url,
      headers: pairs(requestHeaders),
      ...(sent !== undefined && { postData: { mimeType: "application/json", text: textOf(sent) } }),
    },
    response: {
      status,
      headers: pairs(headers),
      content: { mimeType, ...(text !== undefined && { text, size: Buffer.byteLength(text) }), ...content },
    },
  };
}

export const har = (...entries: unknown[]) => JSON.stringify({ log: { version: "1.2", pages: [], entries } });

export async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const list: Value[] = [];
  for await (const value of values) list.push(value);
  return list;
}
