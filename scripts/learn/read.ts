import { increment } from "../../src/core/counts.ts";
import { findContent } from "../../src/openapi/media-type.ts";
import { isSuccessStatus } from "../../src/openapi/status.ts";
import { type Exchange, isIgnored } from "../../src/traffic/exchange.ts";
import type { TrafficReader } from "../../src/traffic/reader.ts";
import { createTally } from "../../src/traffic/tally.ts";

/** The entries that a run has read, and the number of responses whose body couldn't be read, by reason. */
export type Entries = Awaited<ReturnType<typeof readFiles>>;

/** @param add Takes an exchange. Returns whether there was place for it. */
export async function readFiles(
  files: readonly string[],
  { readFile }: TrafficReader,
  add: (exchange: Exchange) => boolean,
) {
  const tally = createTally();
  const unread = new Map<string, number>();
  for (const file of files) {
    for await (const item of readFile(file)) {
      const reason = isIgnored(item) ? item.reason : reasonToIgnore(item);
      if (isIgnored(item) || reason) tally.ignore(item, reason);
      else if (!add(item)) tally.ignore(item, "one of too many different paths");
      else {
        tally.use();
        const { content } = item.responseBody;
        if ("missing" in content && content.missing !== "no content")
          increment(unread, content.missing);
      }
    }
  }
  return { ...tally.result(), unread };
}

/** Returns why an exchange shows nothing of the service; empty if it may. */
function reasonToIgnore({ match, status, responseBody }: Exchange): string {
  const { mediaType = "", content } = responseBody;
  const isPage = isSuccessStatus(status) && mediaType === "text/html" && "missing" in content;
  if (!isPage || content.missing === "no content") return "";
  const { responses = [] } = match?.target.operation ?? {};
  const isDeclared = responses.some(({ contents }) => findContent(contents, mediaType));
  return isDeclared ? "" : "a web page, which may be a login's";
}
