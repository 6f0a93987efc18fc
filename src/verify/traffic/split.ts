/** The longest part in bytes. Longer ones are skipped, so that memory is bounded whatever a file contains. */
const maxPart = 64 * 2 ** 20;

/**
 * A part of a file as text, or why it was skipped. `isOpen`: the file ends within the part, or at its end without a
 * line break, so that the part may be incomplete.
 */
export type Part = ({ readonly text: string } | { readonly reason: string }) & { readonly isOpen?: true };

type Chunks = AsyncIterable<Uint8Array>;

/** Yields the lines of a file that aren't empty. */
export async function* splitLines(chunks: Chunks): AsyncGenerator<Part> {
  const part = createCollector();
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      part.add(chunk.subarray(start, end));
      start = end + 1;
      yield* part.take();
    }
    part.add(chunk.subarray(start));
  }
  for (const last of part.take()) yield { ...last, isOpen: true };
}

/**
 * Yields the elements of an array in a JSON document, without keeping the document in memory.
 * @param path The keys that lead from the document to the array.
 * @throws an error if the document has no such array.
 */
export async function* splitElements(chunks: Chunks, path: readonly string[]): AsyncGenerator<Part> {
  const part = createCollector();
  // The key at each depth above the elements, and the last string there, which is a key if a colon follows.
  const keys: string[] = [];
  const name = createCollector();
  let depth = 0;
  let inString = false;
  let escaped = false;
  let state: "before" | "inside" | "after" = "before";
  const isAbove = () => state === "before" && depth <= path.length;

  for await (const chunk of chunks) {
    if (state === "after") break;
    let start = 0;
    for (let index = 0; index < chunk.length; index++) {
      if (inString) {
        const end = endOfString(chunk, index, escaped);
        if (isAbove()) name.add(chunk.subarray(index, end.index));
        ({ index, inString, escaped } = end);
        continue;
      }
      const byte = chunk[index];
      if (byte === quote) {
        inString = true;
        if (isAbove()) [...name.take()];
      } else if (byte === colon && isAbove()) {
        for (const key of name.take()) if ("text" in key) keys[depth - 1] = key.text;
      } else if (byte === openBracket || byte === openBrace) {
        const isTarget = byte === openBracket && isAbove() && depth === path.length;
        depth++;
        if (isTarget && path.every((key, index) => keys[index] === key)) {
          state = "inside";
          start = index + 1;
        }
      } else if (byte === closeBracket || byte === closeBrace) {
        depth--;
        if (state === "inside" && depth === path.length) {
          part.add(chunk.subarray(start, index));
          yield* part.take();
          state = "after";
          break;
        }
      } else if (byte === comma && state === "inside" && depth === path.length + 1) {
        part.add(chunk.subarray(start, index));
        start = index + 1;
        yield* part.take();
      }
    }
    if (state === "inside") part.add(chunk.subarray(start));
  }
  if (state === "before")
    throw new Error(path.length > 0 ? `it has no ${path.join(".")}` : "it contains no JSON array");
  if (state === "inside") yield { reason: "the file ends within it", isOpen: true };
}

/**
 * Finds the end of a string: its closing quote, or the end of the chunk.
 * @param start The index at which the string starts or continues.
 * @param escaped Whether the chunk before ended with an open escape.
 */
function endOfString(chunk: Uint8Array, start: number, escaped: boolean) {
  for (let index = start; ; ) {
    const quoteIndex = chunk.indexOf(quote, index);
    const end = quoteIndex < 0 ? chunk.length : quoteIndex;
    let firstBackslash = end;
    while (firstBackslash > start && chunk[firstBackslash - 1] === backslash) firstBackslash--;
    const isEscaped = (end - firstBackslash + (firstBackslash === start && escaped ? 1 : 0)) % 2 === 1;
    if (quoteIndex < 0 || !isEscaped) return { index: end, inString: quoteIndex < 0, escaped: isEscaped };
    index = quoteIndex + 1;
  }
}

/** Creates a collector of the bytes of a part, across chunks. */
function createCollector() {
  let slices: Uint8Array[] = [];
  let size = 0;
  return {
    add(slice: Uint8Array): void {
      size += slice.length;
      if (size > maxPart) slices = [];
      else if (slice.length > 0) slices.push(slice);
    },
    /** Yields the part, unless it is blank, and starts the next one. */
    *take(): Generator<Part> {
      const text = Buffer.concat(slices).toString("utf8");
      const isTooLong = size > maxPart;
      slices = [];
      size = 0;
      if (isTooLong) yield { reason: "longer than 64 MiB" };
      else if (text.trim() !== "") yield { text };
    },
  };
}

const [quote, backslash, comma, colon, newline] = [0x22, 0x5c, 0x2c, 0x3a, 0x0a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
