import type { JournalEntry } from "../../core/journal.ts";
import { isSecretName } from "../../secret-names.ts";
import type { Address } from "./address.ts";
import { keep } from "./body.ts";
import type { Exchange, Ignored, Origin } from "./exchange.ts";
import { keptOf, operationOf } from "./secrets.ts";

/** The exchange in an entry of the mock's journal, or why it can't be used. */
export function fromJournal(entry: unknown, origin: Origin, readAddress: (url: string) => Address): Exchange | Ignored {
  const { at, run, method, path, query, headers, body, source, status } = Object(entry) as Partial<JournalEntry>;
  if (typeof method !== "string" || typeof path !== "string" || typeof status !== "number") {
    return { ...origin, reason: "not a journal entry" };
  }
  if (source === "mock") return { ...origin, reason: "the mock rejected the request" };
  const pairs = Object.entries(Object(query)).flatMap(([name, values]) =>
    [values].flat().map((one) => [name, String(one)]),
  );
  const target = `${path.split("/").map(encodeURIComponent).join("/")}?${new URLSearchParams(pairs)}`;
  const address = readAddress(target);
  if ("reason" in address) return { ...origin, reason: address.reason };
  const { segments } = address;
  return {
    ...origin,
    session: `${origin.session} ${run}`,
    at,
    method,
    ...address,
    requestHeaders: Object.keys(Object(headers)).filter((name) => !isSecretName(name)),
    requestBody: {
      mediaType: undefined,
      content:
        body === undefined ? { missing: "no content" } : keep(body, keptOf(operationOf(method, segments), segments)),
    },
    status,
    // The journal records requests: the response was the mock's.
    responseBody: { mediaType: undefined, content: { missing: "not recorded" } },
  };
}
