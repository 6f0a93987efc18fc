import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import { text as readText } from "node:stream/consumers";
import type { JournalEntry } from "../core/journal.ts";
import { escapeText } from "../core/text.ts";
import { parseJson } from "../openapi/json.ts";
import { checkFile, FileError, maxText } from "../platform/files.ts";
import { createBaseUrls } from "./base-urls.ts";
import { type Exchange, type IgnoredEntry, type Origin, UnusableEntry } from "./exchange.ts";
import { readHarEntry } from "./har.ts";
import { type CollectionEntry, readCollection, type Variables } from "./postman.ts";
import { attachBodies, isZip, openArchive, openFile, type Recording } from "./recording.ts";
import { type EntryText, splitElements, splitLines } from "./split.ts";
import type { VerifiableContract } from "./verifiable-contract.ts";

export type TrafficReader = ReturnType<typeof createTrafficReader>;

/**
 * Creates the reader of recorded traffic. Its results contain no declared credential, no
 * `Authorization` header and no cookie. Bodies of operations that deal in tokens are masked, or
 * dropped: see `Redaction`.
 * @param options The base URL of the service, by default any before the prefix of the contract's
 * paths; and the values of Postman's variables.
 */
export function createTrafficReader(
  contract: VerifiableContract,
  { baseUrl, variables = new Map() }: { baseUrl?: string | undefined; variables?: Variables } = {},
) {
  const baseUrls = createBaseUrls(contract, baseUrl);
  const losses = new Set<string>();

  function readEntry(entry: unknown, origin: Origin): Exchange | IgnoredEntry {
    try {
      if (origin.source !== "journal") return readHarEntry(entry, origin, contract, baseUrls);
      const session = `${origin.session} ${Object(entry).run}`;
      return readHarEntry(fromJournal(Object(entry)), { ...origin, session }, contract, baseUrls);
    } catch (error) {
      // Other errors may quote the entry.
      return {
        ...origin,
        reason: error instanceof UnusableEntry ? error.message : "not a recorded exchange",
      };
    }
  }

  function toItem(
    entry: EntryText | CollectionEntry,
    origin: Origin,
    recording: Recording,
  ): Exchange | IgnoredEntry {
    if ("harEntry" in entry) return readEntry(entry.harEntry, origin);
    const json = "text" in entry ? parseJson(entry.text, Infinity) : undefined;
    if (json !== undefined) {
      attachBodies(json, recording);
      return readEntry(json, origin);
    }
    if ("isOpen" in entry) {
      losses.add(`${origin.file} breaks off: record it again.`);
      return { ...origin, reason: "the file ends within it" };
    }
    if ("reason" in entry) return { ...origin, reason: entry.reason };
    losses.add(`${origin.file} has an entry that isn't JSON: record it again.`);
    return { ...origin, reason: "not JSON" };
  }

  async function entriesIn({ chunks }: Recording, source: Origin["source"]) {
    if (source === "postman") return readCollection(await readText(chunks), variables);
    return source === "ndjson"
      ? splitLines(chunks)
      : splitElements(chunks, source === "har" ? ["log", "entries"] : []);
  }

  return {
    readEntry,
    baseUrls,
    /** Sentences that say that a file has lost what it recorded. */
    losses: losses as ReadonlySet<string>,
    /**
     * Reads the items of a file, in memory that doesn't grow with it, unless it's a collection.
     * Prints the progress to stderr every two seconds.
     * @param givenSource Default: what the file's name and beginning show.
     * @throws FileError if the file can't be read, or has another format.
     */
    async *readFile(
      file: string,
      givenSource?: Origin["source"],
    ): AsyncGenerator<Exchange | IgnoredEntry> {
      const name = escapeText(basename(file));
      let number = 0;
      let lastProgressAt = Date.now();
      try {
        checkFile(file);
        const source = givenSource ?? (await findSource(file));
        checkFile(file, source === "postman" ? maxText : undefined);
        if (source !== "ndjson" && statSync(file).size === 0) throw new Error("it's empty");
        const origin = { source, file: name, session: name };
        const recording = await (isZip(file) ? openArchive(file) : openFile(file));
        for await (const entry of await entriesIn(recording, source)) {
          yield toItem(entry, { ...origin, number: ++number }, recording);
          if (Date.now() - lastProgressAt < 2000) continue;
          lastProgressAt = Date.now();
          console.error(`${name}: ${number.toLocaleString("en")} entries read …`);
        }
      } catch (error) {
        throw new FileError(file, error);
      }
    },
  };
}

/**
 * Finds the source of a file by its name and beginning: by the first key that only one kind has.
 */
async function findSource(file: string): Promise<Origin["source"]> {
  if (/\.(ndjson|jsonl)$/i.test(file)) return "ndjson";
  if (isZip(file)) return "har";
  const start = await readText(createReadStream(file, { end: 4095 }));
  const [, opening] = /^\s*([[{])/.exec(start) ?? [];
  if (start && !opening)
    throw new Error("it isn't recorded traffic: give a HAR or a file of another kind in --help");
  const [, key = "log"] =
    /"(log|at|collection|info|item|variable|event|auth|requests)"\s*:/.exec(start) ?? [];
  if (key !== "log" && key !== "at") return "postman";
  return opening === "[" ? "journal" : "har";
}

/** @throws UnusableEntry if the mock rejected the request. */
function fromJournal({
  at: startedDateTime,
  method,
  path,
  query,
  ...rest
}: Partial<JournalEntry>): object {
  if (rest.source === "mock") throw new UnusableEntry("the mock rejected the request");
  const queryPairs = Object.entries(Object(query)).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, String(value)]),
  );
  const request = {
    method,
    url:
      path &&
      `${path.split("/").map(encodeURIComponent).join("/")}?${new URLSearchParams(queryPairs)}`,
    // The journal contains the parsed body, of any media type.
    postData: { text: JSON.stringify(rest.body) },
  };
  // The journal records requests only, since the mock itself responded. A size without a text is a
  // body unrecorded.
  const response = { status: rest.status, content: { size: 1 } };
  return { startedDateTime, request, response };
}
