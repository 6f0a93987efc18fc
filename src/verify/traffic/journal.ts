import type { JournalEntry } from "../../core/journal.ts";
import { isSecretName } from "../../openapi/secret-names.ts";
import { findOperation } from "../contract.ts";
import type { Scope } from "./address.ts";
import { redactContent } from "./body.ts";
import type { Exchange, IgnoredEntry, Origin } from "./exchange.ts";
import { redactionOf } from "./redaction.ts";

/** Reads an entry of the mock's journal. Returns an ignored entry if it can't be used. */
export function readJournalEntry(
  entry: unknown,
  origin: Origin,
  { contract, readAddress }: Scope,
): Exchange | IgnoredEntry {
  const { at: time, run, method, path, query, headers, body, source, status } = Object(entry) as Partial<JournalEntry>;
  if (typeof method !== "string" || typeof path !== "string" || typeof status !== "number") {
    return { ...origin, reason: "not a journal entry" };
  }
  if (source === "mock") return { ...origin, reason: "the mock rejected the request" };
  const queryPairs = Object.entries(Object(query)).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, String(value)]),
  );
  const target = `${path.split("/").map(encodeURIComponent).join("/")}?${new URLSearchParams(queryPairs)}`;
  const address = readAddress(target);
  if ("reason" in address) return { ...origin, reason: address.reason };
  const { segments } = address;
  return {
    ...origin,
    session: `${origin.session} ${run}`,
    at: time,
    method,
    ...address,
    requestHeaders: Object.keys(Object(headers)).filter((name) => !isSecretName(name)),
    requestBody: {
      mediaType: undefined,
      content:
        body === undefined
          ? { missing: "no content" }
          : redactContent(body, redactionOf(findOperation(contract, method, segments), segments)),
    },
    status,
    // The journal records requests only, since the mock itself responded.
    responseBody: { mediaType: undefined, content: { missing: "not recorded" } },
  };
}
