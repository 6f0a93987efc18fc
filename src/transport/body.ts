import type { Run } from "./deadline.ts";
import { redact, withoutHalf } from "./token.ts";

/** What came back, its body read to the end, or until it was longer than the limit. */
export interface Answer {
  readonly kind?: undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The body did not come, or not to its end. */
  readonly broken?: true;
}

/** A body that is no longer waited for is let go, even by a `fetch` that knows no signal. */
export async function readAnswer(response: Response, limit: number, run: Run): Promise<Answer> {
  const { status, headers, body } = response;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = body?.getReader();
  const release = () => reader?.cancel().catch(() => {});
  run.onStop = release;
  if (run.signal.aborted) release();
  while (reader && size <= limit) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  if (size > limit) release();
  const only = chunks.length === 1 && chunks[0];
  return { status, headers, bytes: only || new Uint8Array(await new Blob(chunks).arrayBuffer()) };
}

const secret = /token|secret|passw|auth|cookie|headers|key/i;
// Bounded, since a body may be long and hostile.
const assigned = new RegExp(`((${secret.source})[\\w-]{0,40}[\\\\"'\\s]{0,8}[:=])[^]*`, "i");

/** The start of a body, fit to be shown. Secrets go before it is cut, so that no half of one stays. */
export function excerpt(body: string, tokens: readonly string[]): string {
  const hide = (text: string) => text.replace(assigned, "$1[redacted]");
  const text = redact(body, tokens);
  const shown = (key: string, value: unknown) =>
    secret.test(key) ? "[redacted]" : typeof value === "string" ? hide(withoutHalf(value, tokens)) : value;
  try {
    return JSON.stringify(JSON.parse(text), shown).slice(0, 200);
  } catch {
    // No JSON, or half of it: where a secret ends, nobody can tell.
    return hide(withoutHalf(text, tokens)).slice(0, 200);
  }
}
