/** What came back, its body read to the end, or until it was longer than the limit. */
export interface Answer {
  readonly kind?: undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** `signal` is the attempt's own: a body that is no longer waited for is let go, even by a `fetch` that knows no signal. */
export async function readAnswer(response: Response, limit: number, signal: AbortSignal): Promise<Answer> {
  const { status, headers, body } = response;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = body?.getReader();
  const release = () => reader?.cancel().catch(() => {});
  signal.onabort = release;
  if (signal.aborted) release();
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
const assignment =
  /((token|secret|passw|auth|cookie|key)[\w-]*[\\"'\s]*[:=][\\"'\s]*((bearer|basic)\s)?)[^"'\\&\s,;<>}]+/gi;

/** The start of a body, fit to be shown. Secrets go before it is cut, so that no half of one stays. */
export function excerpt(text: string, redact: (text: string) => string): string {
  try {
    text = JSON.stringify(JSON.parse(text), (key, value) => (secret.test(key) ? "[redacted]" : value));
  } catch {
    // No JSON, or half of it: what is assigned to such names is found as text, below.
  }
  return redact(text).replace(assignment, "$1[redacted]").slice(0, 200);
}
