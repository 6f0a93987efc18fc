/** The longest entry in bytes. Longer ones are skipped, so that memory is bounded whatever a file contains. */
const maxEntry = 64 * 2 ** 20;

/**
 * An entry of a file as text, or why it was skipped. `isOpen`: the file ends within the entry, or at its end without a
 * line break, so that the entry may be incomplete.
 */
export type EntryText = ({ readonly text: string } | { readonly reason: string }) & { readonly isOpen?: true };

type Chunks = AsyncIterable<Uint8Array>;

/** Yields the lines of a file that aren't blank. */
export async function* splitLines(chunks: Chunks): AsyncGenerator<EntryText> {
  const collector = createCollector();
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      yield* collector.end(chunk.subarray(start, end));
      start = end + 1;
    }
    collector.add(chunk.subarray(start));
  }
  for (const last of collector.end()) yield { ...last, isOpen: true };
}

/**
 * Yields the elements of an array in a JSON document, without keeping the document in memory.
 * @param key The key of the array in an object of the document, such as `entries` in `log`. Default: the document itself.
 * @throws an error if the document has no such array.
 */
export async function* splitElements(chunks: Chunks, key?: string): AsyncGenerator<EntryText> {
  const collector = createCollector();
  const arrayDepth = key === undefined ? 0 : 2;
  /** The last string before the array. */
  let name = "";
  let depth = 0;
  let inString = false;
  let isInside = false;
  // Beyond the end of a chunk if the next one begins with an escaped character.
  let index = 0;
  let isEmpty = true;

  for await (const chunk of chunks) {
    isEmpty = false;
    let start = 0;
    while (index < chunk.length) {
      if (inString) {
        const end = endOfString(chunk, index);
        if (!isInside && name.length <= maxKey) name += Buffer.from(chunk.subarray(index, end)).toString();
        inString = end >= chunk.length;
        index = inString ? end : end + 1;
        continue;
      }
      const byte = chunk[index++];
      if (byte === quote) {
        inString = true;
        name = "";
      } else if (byte === openBracket || byte === openBrace) {
        const isTarget = byte === openBracket && depth === arrayDepth && (key === undefined || name === key);
        depth++;
        if (!isTarget || isInside) continue;
        isInside = true;
        start = index;
      } else if (byte === comma || byte === closeBracket || byte === closeBrace) {
        const isElement = isInside && depth === arrayDepth + 1;
        if (byte !== comma) depth--;
        if (!isElement) continue;
        yield* collector.end(chunk.subarray(start, index - 1));
        start = index;
        if (byte !== comma) return;
      }
    }
    if (isInside) collector.add(chunk.subarray(start));
    index -= chunk.length;
  }
  if (isEmpty) throw new Error("it's empty");
  if (isInside) yield { reason: "the file ends within it", isOpen: true };
  else if (key === undefined) throw new Error("it isn't a journal of the mock: it contains no JSON array");
  else throw new Error("it isn't a complete HAR, since it has no log.entries: export it again");
}

/** Returns the index of a string's closing quote; beyond the end if the string continues in the next chunk. */
function endOfString(chunk: Uint8Array, start: number): number {
  let index = start;
  while (index < chunk.length && chunk[index] !== quote) index += chunk[index] === backslash ? 2 : 1;
  return index;
}

function createCollector() {
  let slices: Uint8Array[] = [];
  let size = 0;
  function add(slice: Uint8Array): void {
    size += slice.length;
    slices = size > maxEntry ? [] : [...slices, slice];
  }
  return {
    add,
    /** Ends an entry, which is left out if it's blank, and starts the next one. */
    end(slice: Uint8Array = new Uint8Array()): EntryText[] {
      add(slice);
      // Unlike `toString`, it leaves out the byte order mark with which a file can begin.
      const text = decoder.decode(slices.length === 1 ? slices[0] : Buffer.concat(slices));
      const isLong = size > maxEntry;
      [slices, size] = [[], 0];
      if (isLong) return [{ reason: "longer than 64 MiB" }];
      return /\S/.test(text) ? [{ text }] : [];
    },
  };
}

const decoder = new TextDecoder();

const maxKey = 10;

const [quote, backslash, comma, newline] = [0x22, 0x5c, 0x2c, 0x0a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
