import { type IndexEntry, indexEntries } from "../../src/openapi/operation-index.ts";
import type { Contract } from "./document.ts";
import { camelCase, isReservedId } from "./names.ts";
import { capitalize } from "./words.ts";

/**
 * Creates the functions that name operations after entries of the index. Entries with the same name
 * get distinct ids and summaries. These don't depend on what is added to the contract later.
 */
export function createNaming(contract: Contract) {
  const index = indexEntries(contract);
  const plainIds = index.map(({ name }) => toId(titleOf(name)));
  const documentedIds = index.flatMap(({ operationId }) => operationId ?? []);
  const readings = new Map(
    index.map((entry, row) => {
      const id = plainIds[row] ?? "";
      const namesakes = index.filter(
        (_, otherRow) => otherRow !== row && plainIds[otherRow] === id,
      );
      const isSpecified = (namesake: IndexEntry) =>
        ![namesake.method, entry.method].includes("unspecified");
      const rivals = namesakes.filter(
        (namesake) => !isSpecified(namesake) || namesake.method === entry.method,
      );
      const isTaken = namesakes.length > 0 || documentedIds.includes(id) || isReservedId(id);
      return [`${entry.keys}`, { id, isTaken, namesakes, rivals }];
    }),
  );

  /**
   * Returns the name in camelCase. If it's taken, the method precedes it; if that is, too, the area
   * or path follows.
   */
  function operationIdOf(entry: IndexEntry, method: string, path: string): string {
    const { id = "", isTaken, rivals = [] } = readings.get(`${entry.keys}`) ?? {};
    if (entry.operationId || !isTaken) return entry.operationId ?? id;
    if (rivals.length === 0) return camelCase(`${method} ${id}`);
    return camelCase(
      `${method} ${id} ${rivals.some(({ area }) => area === entry.area) ? path : entry.area}`,
    );
  }

  /**
   * Returns the name's title, with the method if the name isn't unique, and the path if that isn't
   * enough.
   */
  function summaryOf(entry: IndexEntry, method: string, path: string): string {
    const { namesakes = [], rivals = [] } = readings.get(`${entry.keys}`) ?? {};
    const title = toSentenceCase(titleOf(entry.name));
    const detail = rivals.length > 0 ? `${method} ${path}` : method;
    return namesakes.length > 0 ? `${title} (${detail})` : title;
  }

  return { index, operationIdOf, summaryOf };
}

const titleOf = (name: string): string =>
  name.trim().split(/\n|(?<=\w{3}|[A-Z]{2}|\))\.(?:\s|$)/)[0] ?? "";

/** Writes a title in camelCase, without articles. The plural of "call(s)" is "calls". */
const toId = (title: string): string =>
  camelCase(title.replace(/\((\w+)\)/g, "$1").replace(/(?<!\w)(an?|the|your)(?!\w)/gi, ""));

/**
 * Words that keep their capital in the middle of a title. Those with several capitals, such as
 * "SIP", all do.
 */
const properNames = new Set(
  "Zapier Twilio Shopify Stripe Slack Salesforce Google Microsoft Zendesk Calendly Outlook Kubernetes".split(
    " ",
  ),
);

/** Returns "List agent versions" for "List Agent Versions". */
function toSentenceCase(title: string): string {
  const [first = "", ...rest] = title.trim().split(/\s+/);
  const isTitleWord = (word: string) =>
    /^[A-Z][^A-Z]*[a-z][^A-Z]*$/.test(word) && !properNames.has(word);
  return [
    capitalize(first),
    ...rest.map((word) => (isTitleWord(word) ? word.toLowerCase() : word)),
  ].join(" ");
}
