/** Yields a file's bytes in UTF-8. Some shells and editors write UTF-16, with a byte order mark. */
export async function* toUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) decoder = new TextDecoder("utf-16le");
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
