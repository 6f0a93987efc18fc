import type { JournalEntry } from "../core/journal.ts";
import { type Origin, UnusableEntry } from "./exchange.ts";

/** @throws UnusableEntry if the mock rejected the request. */
export function fromJournal(entry: unknown, origin: Origin): [harEntry: object, Origin] {
  const { at: startedDateTime, run, method, path, query, ...rest } = Object(entry) as Partial<JournalEntry>;
  if (rest.source === "mock") throw new UnusableEntry("the mock rejected the request");
  const queryPairs = Object.entries(Object(query)).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, String(value)]),
  );
  const request = {
    method,
    url: path && `${path.split("/").map(encodeURIComponent).join("/")}?${new URLSearchParams(queryPairs)}`,
    headers: Object.keys(Object(rest.headers)).map((name) => ({ name })),
    // The journal contains the parsed body, of any media type.
    postData: { text: JSON.stringify(rest.body) },
  };
  // The journal records requests only, since the mock itself responded. A size without a text is a body unrecorded.
  const response = { status: rest.status, content: { size: 1 } };
  return [
    { startedDateTime, request, response },
    { ...origin, session: `${origin.session} ${run}` },
  ];
}
