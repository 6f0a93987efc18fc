type Chunks = AsyncIterable<Uint8Array>;

/** Returns UTF-16 if bytes begin with its byte order mark, or with a character of ASCII in it; else UTF-8. */
function detectEncoding([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) return "utf-16be";
  return "utf-8";
}

/** Decodes a body, by the charset of its content type. Returns `undefined` if it isn't text in that encoding. */
export function decodeText(bytes: Uint8Array, contentType = ""): string | undefined {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
  const detectedEncoding = detectEncoding(bytes);
  // A bare "utf-16" leaves the order of the bytes to the body.
  const isNamed = charset !== undefined && detectedEncoding === "utf-8" && !/^utf-?(8|16)$/i.test(charset);
  return decodeAs(isNamed ? charset : detectedEncoding, bytes) ?? decodeAs("utf-8", bytes);
}

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Yields a file's bytes in UTF-8. Some shells and editors write UTF-16. */
export async function* toUtf8(chunks: Chunks): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    const encoding = isFirst ? detectEncoding(chunk) : "utf-8";
    if (encoding !== "utf-8") decoder = new TextDecoder(encoding);
    isFirst = false;
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  }
}
