/** Returns UTF-16 if bytes begin with its byte order mark, as some shells and editors write it; else UTF-8. */
const detectEncoding = ([first, second]: Uint8Array) => (first === 0xff && second === 0xfe ? "utf-16le" : "utf-8");

/** Decodes a body, by the charset of its content type. Returns `undefined` if it isn't text in that encoding. */
export function decodeText(bytes: Uint8Array, contentType = ""): string | undefined {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
  return (charset && decodeAs(charset, bytes)) || decodeAs(detectEncoding(bytes), bytes);
}

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Yields a file's bytes in UTF-8. */
export async function* toUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    const encoding = isFirst ? detectEncoding(chunk) : "utf-8";
    if (encoding !== "utf-8") decoder = new TextDecoder(encoding);
    isFirst = false;
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  }
}

/** Parses JSON of any depth; `undefined` if a text is none. */
export function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
