import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { text as readText } from "node:stream/consumers";
import { fail } from "../commands/command.ts";
import { checkFile, describeSystemError, maxText } from "../commands/files.ts";
import { escapeText } from "../core/text.ts";
import { createAddresses } from "./address.ts";
import { parseText } from "./body.ts";
import type { KnownContract } from "./contract.ts";
import { type Exchange, type IgnoredEntry, type Origin, UnusableEntry } from "./exchange.ts";
import { readHarEntry } from "./har.ts";
import { fromJournal } from "./journal.ts";
import { readCollection } from "./postman.ts";
import type { Variables } from "./postman-variables.ts";
import { attachBodies, isZip, openRecording, type Recording } from "./recording.ts";
import { type EntryText, splitElements, splitLines } from "./split.ts";

export interface TrafficFile {
  /** Default: what the file's name and beginning show. */
  readonly source?: "har" | "ndjson" | "journal" | "postman" | undefined;
  readonly file: string;
}

export interface ReaderOptions {
  /** The base URL of the service. Default: any whose path contains the prefix of the contract's paths. */
  readonly baseUrl?: string | undefined;
  readonly variables?: Variables | undefined;
}

export type TrafficReader = ReturnType<typeof createTrafficReader>;

/**
 * Creates the reader of recorded traffic. Its results contain no declared credential, no `Authorization` header and no
 * cookie. Bodies of operations that deal in tokens are masked, or dropped: see `Redaction`.
 */
export function createTrafficReader(contract: KnownContract, { baseUrl, variables = new Map() }: ReaderOptions = {}) {
  const addresses = createAddresses(contract, baseUrl);

  function readEntry(entry: unknown, origin: Origin): Exchange | IgnoredEntry {
    try {
      const [harEntry, entryOrigin] = origin.source === "journal" ? fromJournal(entry, origin) : [entry, origin];
      return readHarEntry(harEntry, entryOrigin, contract, addresses);
    } catch (error) {
      // Other errors may quote the entry.
      return { ...origin, reason: error instanceof UnusableEntry ? error.message : "not a recorded exchange" };
    }
  }

  function readEntryText(entry: EntryText, origin: Origin, recording: Recording): Exchange | IgnoredEntry {
    const ending = entry.isOpen && { reason: "the file ends within it", loss: "breaks off" as const };
    if ("reason" in entry) return { ...origin, reason: entry.reason, ...ending };
    const json = parseText(entry.text);
    if (json === undefined) return { ...origin, reason: "not JSON", loss: "has an entry that isn't JSON", ...ending };
    attachBodies(json, recording);
    return readEntry(json, origin);
  }

  /** Reads the items of a file, in memory that doesn't grow with it, unless it's a collection. */
  async function* readItems(file: string, origin: Omit<Origin, "number">): AsyncGenerator<Exchange | IgnoredEntry> {
    const { source } = origin;
    const recording = await openRecording(file);
    let number = 0;
    if (source === "postman") {
      checkFile(file, maxText);
      for (const entry of readCollection(await readText(recording.chunks), variables)) {
        const entryOrigin = { ...origin, number: ++number };
        yield "reason" in entry ? { ...entryOrigin, ...entry } : readEntry(entry.harEntry, entryOrigin);
      }
      return;
    }
    const key = source === "har" ? "entries" : undefined;
    let lastProgressAt = Date.now();
    for await (const entry of source === "ndjson"
      ? splitLines(recording.chunks)
      : splitElements(recording.chunks, key)) {
      yield readEntryText(entry, { ...origin, number: ++number }, recording);
      if (Date.now() - lastProgressAt < 2000) continue;
      lastProgressAt = Date.now();
      console.error(`${origin.file}: ${number.toLocaleString("en")} entries read …`);
    }
  }

  return {
    readEntry,
    addresses,
    /**
     * Reads the items of a file. Prints the progress to stderr every two seconds.
     * @throws Ending with one sentence if the file can't be read, or has another format.
     */
    async *readFile({ file, source }: TrafficFile): AsyncGenerator<Exchange | IgnoredEntry> {
      const name = escapeText(basename(file));
      try {
        checkFile(file);
        yield* readItems(file, { source: source ?? (await findSource(file)), file: name, session: name });
      } catch (error) {
        fail(`Can't read ${escapeText(file)}: ${describeSystemError(error)}.`);
      }
    },
  };
}

/** Finds the source of a file by its name and beginning: by the first key that only one kind has. */
async function findSource(file: string): Promise<"har" | "ndjson" | "journal" | "postman"> {
  if (/\.(ndjson|jsonl)$/i.test(file)) return "ndjson";
  const start = await readText(createReadStream(file, { end: 4095 }));
  const [, opening] = /^\s*([[{])/.exec(start) ?? [];
  if (isZip(start)) return "har";
  if (start && !opening) throw new Error("it isn't recorded traffic: give a HAR or a file of another kind in --help");
  const [, key = "log"] = /"(log|at|collection|info|item|variable|event|auth|requests)"\s*:/.exec(start) ?? [];
  if (key !== "log" && key !== "at") return "postman";
  return opening === "[" ? "journal" : "har";
}
