import { createReadStream } from "node:fs";
import { basename } from "node:path";
import type { Validate } from "../../client/options.ts";
import { replaceControls } from "../../mock/terminal.ts";
import { UsageError } from "../usage.ts";
import { createAddressReader } from "./address.ts";
import type { Exchange, IgnoredEntry, Origin } from "./exchange.ts";
import { readHarEntry } from "./har.ts";
import { readJournalEntry } from "./journal.ts";
import { type Part, splitElements, splitLines } from "./split.ts";

/** A file of recorded traffic: a HAR, NDJSON with an entry of a HAR on each line, or a journal of the mock. */
export interface TrafficFile {
  readonly source: "har" | "ndjson" | "journal";
  readonly file: string;
}

const formats: Record<
  TrafficFile["source"],
  { split: (file: AsyncIterable<Uint8Array>) => AsyncGenerator<Part>; read: typeof readHarEntry }
> = {
  har: { split: (file) => splitElements(file, ["log", "entries"]), read: readHarEntry },
  ndjson: { split: splitLines, read: readHarEntry },
  journal: { split: (file) => splitElements(file, []), read: readJournalEntry },
};

/**
 * Reads a file of recorded traffic entry by entry, in memory that doesn't grow with the file. The results contain no
 * token, no `Authorization` header and no cookie. In the bodies of operations that deal in tokens, values are masked.
 *
 * @param baseUrl The base URL of the service. Default: any host, if the path contains the prefix of the contract's paths.
 * @param validate Compares the bodies of responses with the contract, before their secrets are masked.
 * @throws UsageError of one sentence if the file can't be read, or has another format.
 */
export async function* readTraffic(
  { source, file }: TrafficFile,
  baseUrl?: string,
  validate?: Validate,
): AsyncGenerator<Exchange | IgnoredEntry> {
  const { split, read } = formats[source];
  const readAddress = createAddressReader(baseUrl);
  const entryOf = (part: Part, origin: Origin): Exchange | IgnoredEntry => {
    const { isOpen = false } = part;
    if ("reason" in part) return { ...origin, reason: part.reason, breaksOff: isOpen };
    try {
      return read(JSON.parse(part.text), origin, readAddress, validate);
    } catch {
      // The error may quote the entry.
      const reason = isOpen ? "the file ends within it" : "not a recorded exchange";
      return { ...origin, reason, breaksOff: isOpen };
    }
  };
  const name = replaceControls(basename(file));
  let number = 0;
  try {
    for await (const part of split(createReadStream(file, { highWaterMark: 2 ** 18 }))) {
      yield entryOf(part, { source, file: name, session: name, number: ++number });
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`Cannot read ${replaceControls(file)}: ${reasons[code ?? ""] ?? code ?? `${message}.`}`);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "no such file.",
  EACCES: "no permission.",
  EISDIR: "it is a folder.",
};
