import { createReadStream } from "node:fs";
import { essenceOf, isInRange } from "../../src/core/media.ts";
import type { VerifiableContract } from "../../src/verify/contract.ts";
import { type Exchange, type IgnoredEntry, isIgnored } from "../../src/verify/traffic/exchange.ts";
import { createTrafficReader, type TrafficReader } from "../../src/verify/traffic/reader.ts";
import type { Accumulator } from "./accumulate/accumulator.ts";
import { readPostmanEntries } from "./postman.ts";
import type { TrafficCounts } from "./report.ts";

/** Adds the exchanges of files to an accumulator, and counts them. */
export async function readFiles(
  files: readonly string[],
  contract: VerifiableContract,
  accumulator: Accumulator,
  baseUrl?: string,
): Promise<TrafficCounts> {
  const reader = createTrafficReader(contract, baseUrl);
  const ignoredCounts = new Map<string, number>();
  const sessions = new Set<string>();
  let exchanges = 0;
  for (const file of files) {
    for await (const item of exchangesOf(file, reader)) {
      const reason = isIgnored(item) ? item.reason : reasonToIgnore(item, contract);
      if (isIgnored(item) || reason !== "") {
        ignoredCounts.set(reason, (ignoredCounts.get(reason) ?? 0) + 1);
      } else {
        accumulator.add(item);
        sessions.add(item.session);
        exchanges++;
      }
    }
  }
  return { exchanges, sessions: sessions.size, ignoredCounts };
}

/** The methods that no operation of the index has. Browsers send OPTIONS ahead of requests to another origin. */
const otherMethods = /^(HEAD|OPTIONS|TRACE)$/;

/** Returns why an exchange shows nothing of the service; empty if it may. */
function reasonToIgnore({ method, segments, status, responseBody }: Exchange, contract: VerifiableContract): string {
  if (otherMethods.test(method)) return "HEAD, OPTIONS or TRACE";
  const { mediaType = "", content } = responseBody;
  const isPage = status >= 200 && status < 300 && mediaType === "text/html" && "missing" in content;
  if (!isPage || content.missing === "no content") return "";
  const responses = Object.values(contract.match(method, segments)?.operation.responses ?? {});
  const isDeclared = responses.some(({ mediaTypes }) =>
    mediaTypes.some((declaredType) => isInRange(mediaType, essenceOf(declaredType))),
  );
  return isDeclared ? "" : "a web page, which may be a login's";
}

/** Reads the exchanges of a file of any kind. */
async function* exchangesOf(file: string, reader: TrafficReader): AsyncGenerator<Exchange | IgnoredEntry> {
  const source = await kindOf(file);
  if (source !== "postman") return yield* reader.readFile({ source, file });
  const { session, entries } = readPostmanEntries(file);
  for (const [index, entry] of entries.entries()) {
    yield reader.readEntry(entry, { source: "postman", file: session, session, number: index + 1 });
  }
}

/** Returns the kind of a file by its name and beginning. If it can't be read, its reader reports that. */
async function kindOf(file: string): Promise<"har" | "ndjson" | "journal" | "postman"> {
  if (/\.(ndjson|jsonl)$/i.test(file)) return "ndjson";
  const chunks = createReadStream(file, { end: 4_095, encoding: "utf8" });
  const start = (await chunks.toArray().catch(() => [])).join("");
  if (/^\s*\[/.test(start)) return "journal";
  return /"(_postman_id|schema)"\s*:/.test(start) && /postman/.test(start) ? "postman" : "har";
}
