import type { JournalEntry } from "../../core/journal.ts";
import type { Scope } from "./address.ts";
import type { Exchange, IgnoredEntry, Origin } from "./exchange.ts";
import { readHarEntry } from "./har.ts";

/** Reads an entry of the mock's journal, converted to one of a HAR. Returns an ignored entry if it can't be used. */
export function readJournalEntry(entry: unknown, origin: Origin, scope: Scope): Exchange | IgnoredEntry {
  const { at: startedDateTime, run, method, path, query, ...rest } = Object(entry) as Partial<JournalEntry>;
  if (typeof method !== "string" || typeof path !== "string" || typeof rest.status !== "number") {
    return { ...origin, reason: "not a journal entry" };
  }
  if (rest.source === "mock") return { ...origin, reason: "the mock rejected the request" };
  const queryPairs = Object.entries(Object(query)).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, String(value)]),
  );
  const harEntry = {
    startedDateTime,
    request: {
      method,
      url: `${path.split("/").map(encodeURIComponent).join("/")}?${new URLSearchParams(queryPairs)}`,
      headers: Object.keys(Object(rest.headers)).map((name) => ({ name })),
      // The journal contains the parsed body, of any media type.
      postData: { text: JSON.stringify(rest.body) },
    },
    // The journal records requests only, since the mock itself responded. A size without a text is a body unrecorded.
    response: { status: rest.status, content: { size: 1 } },
  };
  return readHarEntry(harEntry, { ...origin, session: `${origin.session} ${run}` }, scope);
}
