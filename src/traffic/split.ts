/**
 * The longest entry in bytes. Longer ones are skipped, so that memory is bounded whatever a file
 * contains.
 */
const maxEntry = 64 * 2 ** 20;

/**
 * An entry of a file as text, or why it was skipped. `isOpen`: the file ends within the entry, or
 * at its end without a line break, so that the entry may be incomplete.
 */
export type EntryText = ({ readonly text: string } | { readonly reason: string }) & {
  readonly isOpen?: true;
};

type Chunks = AsyncIterable<Uint8Array>;

/** Yields the lines of a file that aren't blank. */
export const splitLines = (chunks: Chunks): AsyncGenerator<EntryText> =>
  splitAt(chunks, newlinesIn);

function* newlinesIn(chunk: Uint8Array): Generator<number> {
  for (let index = chunk.indexOf(newline); index >= 0; index = chunk.indexOf(newline, index + 1))
    yield index;
}

/**
 * Yields the elements of an array in a JSON document, without keeping the document in memory.
 * @param keys The keys of the array, such as `log` and `entries`. Empty: the document itself. If an
 * object has a key twice, both are read.
 * @throws an error if the document has no such array.
 */
export async function* splitElements(
  chunks: Chunks,
  keys: readonly string[],
): AsyncGenerator<EntryText> {
  const elementDepth = keys.length + 1;
  /** The last string outside of the array, by depth: of an object that is open, its last key. */
  const names: string[] = [];
  let depth = 0;
  let inString = false;
  let place = "before" as "before" | "inside" | "after";
  /** 1 if a chunk begins with an escaped character. */
  let start = 0;

  /** Yields the indexes of the brackets of the array, and of the commas in it. */
  function* separatorsIn(chunk: Uint8Array): Generator<number> {
    let index = start;
    while (index < chunk.length) {
      if (inString) {
        const from = index;
        while (index < chunk.length && chunk[index] !== quote)
          index += chunk[index] === backslash ? 2 : 1;
        if (place !== "inside" && depth <= keys.length) {
          const name = names[depth] ?? "";
          if (name.length <= 10)
            names[depth] = name + Buffer.from(chunk.subarray(from, index)).toString();
        }
        inString = index >= chunk.length;
        if (!inString) index++;
        continue;
      }
      const byte = chunk[index++];
      if (byte === quote) {
        inString = true;
        if (depth <= keys.length) names[depth] = "";
      } else if (byte === openBracket || byte === openBrace) {
        depth++;
        const isArray =
          byte === openBracket &&
          depth === elementDepth &&
          keys.every((key, index) => names[index + 1] === key);
        if (place === "inside" || !isArray) continue;
        yield index - 1;
        place = "inside";
      } else if (byte === comma || byte === closeBracket || byte === closeBrace) {
        if (place === "inside" && depth === elementDepth) yield index - 1;
        if (byte === comma) continue;
        depth--;
        if (place === "inside" && depth < elementDepth) place = "after";
      }
    }
    start = index - chunk.length;
  }

  for await (const entry of splitAt(chunks, separatorsIn))
    if (place === "inside" && !entry.isOpen) yield entry;
  if (place === "inside") yield { reason: "the file ends within it", isOpen: true };
  if (place !== "before") return;
  if (keys.length === 0)
    throw new Error("it isn't a journal of the mock: it contains no JSON array");
  throw new Error("it isn't a complete HAR, since it has no log.entries: export it again");
}

/** Yields what is between separators, unless it's blank. */
async function* splitAt(
  chunks: Chunks,
  indexesIn: (chunk: Uint8Array) => Iterable<number>,
): AsyncGenerator<EntryText> {
  let slices: Uint8Array[] = [];
  let size = 0;
  function add(slice: Uint8Array): void {
    size += slice.length;
    slices = size > maxEntry ? [] : [...slices, slice];
  }
  function take(): EntryText[] {
    // Unlike `toString`, it leaves out the byte order mark with which a file can begin.
    const text = decoder.decode(slices.length === 1 ? slices[0] : Buffer.concat(slices));
    const isLong = size > maxEntry;
    [slices, size] = [[], 0];
    if (isLong) return [{ reason: "longer than 64 MiB" }];
    return /\S/.test(text) ? [{ text }] : [];
  }
  for await (const chunk of chunks) {
    let start = 0;
    for (const index of indexesIn(chunk)) {
      add(chunk.subarray(start, index));
      yield* take();
      start = index + 1;
    }
    add(chunk.subarray(start));
  }
  for (const last of take()) yield { ...last, isOpen: true };
}

const decoder = new TextDecoder();

const [quote, backslash, comma, newline] = [0x22, 0x5c, 0x2c, 0x0a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
