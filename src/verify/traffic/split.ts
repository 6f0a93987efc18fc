/** Longer parts are skipped, so that memory stays bounded whatever a file holds. */
const maxPart = 64 * 2 ** 20;

/**
 * A part of a file as text, or why there is none. `isOpen`: the file ends within the part, or may: the last line of a file
 * can do without a line break.
 */
export type Part = ({ readonly text: string } | { readonly reason: string }) & { readonly isOpen?: true };

type Chunks = AsyncIterable<Uint8Array>;

/** The lines of a file that aren't empty. */
export async function* lines(chunks: Chunks): AsyncGenerator<Part> {
  const part = collector();
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
 * The elements of the array at a path of keys in a JSON document, without ever holding the document.
 * @throws an error where the document has no such array.
 */
export async function* elements(chunks: Chunks, path: readonly string[]): AsyncGenerator<Part> {
  const part = collector();
  // The key at each depth above the elements, and the last string there: a key, if a colon follows.
  const keys: string[] = [];
  const name = collector();
  let depth = 0;
  let inString = false;
  let escaped = false;
  let state: "before" | "inside" | "after" = "before";
  const isAbove = () => state === "before" && depth <= path.length;

  for await (const chunk of chunks) {
    if (state === "after") break;
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (inString) {
        const end = endOfString(chunk, at, escaped);
        if (isAbove()) name.add(chunk.subarray(at, end.at));
        ({ at, inString, escaped } = end);
        continue;
      }
      const byte = chunk[at];
      if (byte === quote) {
        inString = true;
        if (isAbove()) [...name.take()];
      } else if (byte === colon && isAbove()) {
        for (const found of name.take()) if ("text" in found) keys[depth - 1] = found.text;
      } else if (byte === openBracket || byte === openBrace) {
        const isTarget = byte === openBracket && isAbove() && depth === path.length;
        depth++;
        if (isTarget && path.every((key, index) => keys[index] === key)) {
          state = "inside";
          start = at + 1;
        }
      } else if (byte === closeBracket || byte === closeBrace) {
        depth--;
        if (state === "inside" && depth === path.length) {
          part.add(chunk.subarray(start, at));
          yield* part.take();
          state = "after";
          break;
        }
      } else if (byte === comma && state === "inside" && depth === path.length + 1) {
        part.add(chunk.subarray(start, at));
        start = at + 1;
        yield* part.take();
      }
    }
    if (state === "inside") part.add(chunk.subarray(start));
  }
  if (state === "before") throw new Error(path.length > 0 ? `it has no ${path.join(".")}` : "it holds no JSON array");
  if (state === "inside") yield { reason: "the file ends within it", isOpen: true };
}

/** Where the string ends that goes on at `from`: at its closing quote, or not in this chunk. */
function endOfString(chunk: Uint8Array, from: number, escaped: boolean) {
  for (let start = from; ; ) {
    const found = chunk.indexOf(quote, start);
    const at = found < 0 ? chunk.length : found;
    let first = at;
    while (first > from && chunk[first - 1] === backslash) first--;
    const isEscaped = (at - first + (first === from && escaped ? 1 : 0)) % 2 === 1;
    if (found < 0 || !isEscaped) return { at, inString: found < 0, escaped: isEscaped };
    start = found + 1;
  }
}

/** Gathers the bytes of one part across chunks. */
function collector() {
  let slices: Uint8Array[] = [];
  let size = 0;
  return {
    add(slice: Uint8Array): void {
      size += slice.length;
      if (size > maxPart) slices = [];
      else if (slice.length > 0) slices.push(slice);
    },
    /** The part, unless it is blank. Starts the next one. */
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
