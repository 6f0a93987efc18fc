/** What came back, read to its end or to the limit. */
export interface Answer {
  readonly kind?: undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the body was larger than the limit; `bytes` is its start. */
  readonly cut: boolean;
}

/** Reads the body. What lies behind the limit is not read: its connection is released. */
export async function readAnswer(response: Response, limit: number): Promise<Answer> {
  const { status, headers, body } = response;
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (body) {
    const reader = body.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      chunks.push(next.value);
      size += next.value.length;
      if (size > limit) {
        reader.cancel().catch(() => {});
        break;
      }
    }
  }
  return { status, headers, bytes: join(chunks, size), cut: size > limit };
}

function join(chunks: Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  if (chunks.length === 1) return chunks[0] as Uint8Array<ArrayBuffer>;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const secret = /token|secret|passw|auth|cookie|headers|api.?key/i;
const assignment =
  /((?:token|secret|passw\w*|auth\w*|cookie|api.?key)[\w-]*[\\"']*\s*[:=]\s*[\\"']*(?:bearer |basic )?)[^"'\\&\s,;<>}]+/gi;

/** The start of a body, fit to be shown: secrets go before it is cut, so that no half of one stays. */
export function excerpt(text: string, redact: (text: string) => string): string {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), (key, value) => (secret.test(key) ? "[redacted]" : value));
  } catch {
    // No JSON, or half of one: the assignments in it are found as text.
  }
  return redact(shown).replace(assignment, "$1[redacted]").slice(0, 200);
}
