import { createReadStream } from "node:fs";
import { isInRange } from "../../../src/core/media.ts";
import { essenceOf } from "../../../src/openapi/media-type.ts";
import { type Exchange, isIgnored } from "../../../src/traffic/exchange.ts";
import type { TrafficReader } from "../../../src/traffic/reader.ts";
import type { VerifiableContract } from "../../../src/verify/contract.ts";
import { addIgnored, type Observations } from "../shape/observations.ts";
import { readState, stateStart } from "../shape/state.ts";

/** The receivers of what files contain. */
interface Sink {
  observations: Observations;
  observe(exchange: Exchange): void;
  /** See `scopeOf`. */
  scope: string;
}

/** Adds the exchanges of files, and what states have seen, to what a run has seen. */
export async function readFiles(
  files: readonly string[],
  contract: VerifiableContract,
  { observations, observe, scope }: Sink,
  { readFile }: TrafficReader,
): Promise<void> {
  for (const file of files) {
    if (await isState(file)) {
      readState(file, scope, observations);
      continue;
    }
    for await (const items of readFile({ file })) {
      for (const item of items) {
        const reason = isIgnored(item) ? item.reason : reasonToIgnore(item, contract);
        if (isIgnored(item) || reason !== "") addIgnored(observations, reason);
        else observe(item);
      }
    }
  }
}

/** Returns why an exchange shows nothing of the service; empty if it may. */
function reasonToIgnore({ method, segments, status, responseBody }: Exchange, contract: VerifiableContract): string {
  const { mediaType = "", content } = responseBody;
  const isPage = status >= 200 && status < 300 && mediaType === "text/html" && "missing" in content;
  if (!isPage || content.missing === "no content") return "";
  const responses = Object.values(contract.match(method, segments)?.operation.responses ?? {});
  const isDeclared = responses.some(({ mediaTypes }) =>
    mediaTypes.some((declaredType) => isInRange(mediaType, essenceOf(declaredType))),
  );
  return isDeclared ? "" : "a web page, which may be a login's";
}

/** Returns whether a file is a state. If it can't be read, the reader of traffic reports that. */
async function isState(file: string): Promise<boolean> {
  const chunks = createReadStream(file, { end: stateStart.length - 1, encoding: "utf8" });
  return (await chunks.toArray().catch(() => [])).join("") === stateStart;
}
