import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { getSystemErrorMap } from "node:util";
import { fail, replaceControls } from "../command.ts";
import { isRejection } from "../core/rejection.ts";
import { parseTarget } from "../core/request.ts";
import { parseJson } from "../core/text.ts";
import { segmentsOf } from "../openapi/path.ts";
import { isSecretName } from "../openapi/secret-names.ts";
import type { KnownContract } from "./contract.ts";
import { readHarEntry, readJournalEntry, UnusableEntry } from "./entry.ts";
import type { Exchange, IgnoredEntry, Origin } from "./exchange.ts";
import { type Part, splitElements, splitLines } from "./split.ts";

/** Files of recorded traffic: a HAR, NDJSON with an entry of a HAR on each line, or a journal of the mock. */
const formats = {
  har: { split: (file: AsyncIterable<Uint8Array>) => splitElements(file, ["log", "entries"]), read: readHarEntry },
  ndjson: { split: splitLines, read: readHarEntry },
  journal: { split: (file: AsyncIterable<Uint8Array>) => splitElements(file, []), read: readJournalEntry },
};

/**
 * Creates the reader of recorded traffic. Its results contain no token, no `Authorization` header and no cookie. Bodies
 * of operations that deal in tokens are masked, or dropped: see `Redaction`.
 *
 * @param baseUrl The base URL of the service. Default: any whose path contains the prefix of the contract's paths.
 */
export function createTrafficReader(contract: KnownContract, baseUrl?: string) {
  const paths = Object.values(contract.operations).map(({ path }) => path);
  const readAddress = createAddressReader(paths, baseUrl);

  /** Reads an entry, by default of a HAR. Returns an ignored entry if it can't be used. */
  function readEntry(entry: unknown, origin: Origin, read = readHarEntry): Exchange | IgnoredEntry {
    try {
      return read(entry, origin, contract, readAddress);
    } catch (error) {
      // Other errors may quote the entry.
      return { ...origin, reason: error instanceof UnusableEntry ? error.message : "not a recorded exchange" };
    }
  }

  function readPart(part: Part, origin: Origin, read: typeof readHarEntry): Exchange | IgnoredEntry {
    const ending = part.isOpen && { reason: "the file ends within it", loss: "breaks off" as const };
    if ("reason" in part) return { ...origin, reason: part.reason, ...ending };
    const json = parseJson(part.text);
    if (json === undefined) return { ...origin, reason: "not JSON", loss: "has an entry that isn't JSON", ...ending };
    return readEntry(json, origin, read);
  }

  return {
    readEntry,
    /**
     * Reads a file entry by entry, in memory that doesn't grow with the file. Prints the progress to stderr every two
     * seconds.
     * @throws Ending with one sentence if the file can't be read, or has another format.
     */
    async *readFile({ source, file }: { source: keyof typeof formats; file: string }) {
      const { split, read } = formats[source];
      const name = replaceControls(basename(file));
      let number = 0;
      let lastProgressAt = Date.now();
      try {
        for await (const part of split(createReadStream(file, { highWaterMark: 2 ** 18 }))) {
          yield readPart(part, { source, file: name, session: name, number: ++number }, read);
          if (Date.now() - lastProgressAt < 2000) continue;
          lastProgressAt = Date.now();
          console.error(`${name}: ${number.toLocaleString("en")} entries read …`);
        }
      } catch (error) {
        const { errno = 0, message } = error as NodeJS.ErrnoException;
        const [, reason = message] = getSystemErrorMap().get(errno) ?? [];
        fail(`Can't read ${replaceControls(file)}: ${reason}.`);
      }
    },
  };
}

export type TrafficReader = ReturnType<typeof createTrafficReader>;

/**
 * Creates the function that reads the URLs of requests to the service.
 * @param paths The contract's paths. Without a base URL, the segments that they all begin with identify requests.
 */
function createAddressReader(paths: readonly string[], baseUrl: string | undefined) {
  const [first = [], ...otherPaths] = paths.map(segmentsOf);
  const difference = first.findIndex((segment, index) => otherPaths.some((path) => path[index] !== segment));
  const base = baseUrl === undefined ? undefined : new URL(baseUrl);
  const start = base
    ? base.pathname.split("/").filter(Boolean).map(decodeURIComponent)
    : first.slice(0, difference < 0 ? undefined : difference);
  const notForService = base ? "not below the base URL" : `no /${start.join("/")}/ in the path`;

  return (url: string) => {
    if (/^(?!https?:)[a-z][a-z\d+.-]*:/i.test(url)) throw new UnusableEntry("not an HTTP request");
    if (base && new URL(url, base).origin !== base.origin) throw new UnusableEntry(notForService);
    const target = parseTarget(url.replace(/#.*$/s, ""), ["token"]);
    if (isRejection(target)) throw new UnusableEntry(target.detail);
    const { segments, query } = target;
    const offset = segments.findIndex((_, offset) =>
      start.every((segment, index) => segments[offset + index] === segment),
    );
    if (base ? offset !== 0 : offset < 0) throw new UnusableEntry(notForService);
    return {
      segments: segments.slice(base ? start.length : offset),
      query: new URLSearchParams([...query].map(([name, value]) => [name, isSecretName(name) ? "" : value])),
    };
  };
}
