import { type IndexEntry, indexEntries } from "../../src/openapi/operation-index.ts";
import type { Contract } from "./document.ts";
import { camelCase, isReservedId } from "./names.ts";
import { capitalize } from "./words.ts";

/**
 * Names an operation after its entry in the index, which may have the id and the title of another:
 * then its method is added.
 */
export function nameOperation(contract: Contract, entry: IndexEntry, method: string) {
  const id = idOf(entry);
  const others = indexEntries(contract).filter(({ keys }) => `${keys}` !== `${entry.keys}`);
  const isShared = others.some((other) => idOf(other) === id);
  const isTaken =
    isShared || isReservedId(id) || others.some(({ operationId }) => operationId === id);
  const title = toSentenceCase(titleOf(entry.name));
  return {
    operationId: isTaken ? camelCase(`${method} ${id}`) : id,
    summary: isShared ? `${title} (${method})` : title,
  };
}

const titleOf = (name: string): string =>
  name.trim().split(/\n|(?<=\w{3}|[A-Z]{2}|\))\.(?:\s|$)/)[0] ?? "";

/** Returns a name in camelCase, without articles. The plural of "call(s)" is "calls". */
const idOf = ({ name }: IndexEntry): string =>
  camelCase(
    titleOf(name)
      .replace(/\((\w+)\)/g, "$1")
      .replace(/(?<!\w)(an?|the|your)(?!\w)/gi, ""),
  );

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
