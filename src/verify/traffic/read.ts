import { createReadStream } from "node:fs";
import { basename } from "node:path";
import type { Validate } from "../../client/options.ts";
import { withoutControls } from "../../terminal.ts";
import { UsageError } from "../usage.ts";
import { addressReader } from "./address.ts";
import type { Exchange, Ignored, Origin } from "./exchange.ts";
import { fromHar } from "./har.ts";
import { fromJournal } from "./journal.ts";
import { elements, lines, type Part } from "./split.ts";

/** A file of recorded traffic: a HAR, NDJSON with an entry of a HAR on each line, or a journal of the mock. */
export interface TrafficFile {
  readonly source: "har" | "ndjson" | "journal";
  readonly file: string;
}

const formats: Record<
  TrafficFile["source"],
  { split: (file: AsyncIterable<Uint8Array>) => AsyncGenerator<Part>; read: typeof fromHar }
> = {
  har: { split: (file) => elements(file, ["log", "entries"]), read: fromHar },
  ndjson: { split: lines, read: fromHar },
  journal: { split: (file) => elements(file, []), read: fromJournal },
};

/**
 * Reads a file of recorded traffic entry by entry, in memory that doesn't grow with it. Behind this function nobody has
 * seen the token, an `Authorization` header, a cookie, or a value from an operation that deals in tokens.
 *
 * @param baseUrl Where the service is. Without it, every host counts whose paths begin like the contract's.
 * @param validate Compares the bodies of responses with the contract, before their secrets are masked.
 * @throws an error of one sentence if the file can't be read, or isn't of its format.
 */
export async function* readTraffic(
  { source, file }: TrafficFile,
  baseUrl?: string,
  validate?: Validate,
): AsyncGenerator<Exchange | Ignored> {
  const { split, read } = formats[source];
  const readAddress = addressReader(baseUrl);
  const entryOf = (part: Part, origin: Origin): Exchange | Ignored => {
    const { isOpen = false } = part;
    if ("reason" in part) return { ...origin, reason: part.reason, breaksOff: isOpen };
    try {
      return read(JSON.parse(part.text), origin, readAddress, validate);
    } catch {
      // What is thrown may quote the entry.
      const reason = isOpen ? "the file ends within it" : "not a recorded exchange";
      return { ...origin, reason, breaksOff: isOpen };
    }
  };
  const name = withoutControls(basename(file));
  let number = 0;
  try {
    for await (const part of split(createReadStream(file, { highWaterMark: 2 ** 18 }))) {
      yield entryOf(part, { source, file: name, session: name, number: ++number });
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`Cannot read ${withoutControls(file)}: ${reasons[code ?? ""] ?? code ?? `${message}.`}`);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "no such file.",
  EACCES: "no permission.",
  EISDIR: "it is a folder.",
};
