import type { Contract } from "../../contract.ts";
import { emptyWords } from "../names/score.ts";
import { splitWords } from "../names/words.ts";

/** Returns the title of an operation. It contains the method if the name isn't unique in the index. */
export function summaryOf(
  { "x-operation-index": index }: Contract,
  { name }: { name: string },
  method: string,
): string {
  const title = toSentenceCase(
    name,
    index.map((entry) => entry.name),
  );
  return index.filter((entry) => entry.name === name).length > 1 ? `${title} (${method})` : title;
}

/**
 * Returns "List agent versions" for "List Agent Versions". Words such as "SIP" and "Add-On" keep their capitals. So do
 * names such as "Kubernetes", if another name is "List all Kubernetes clusters" and none has the word in lower case.
 */
export function toSentenceCase(name: string, names: readonly string[]): string {
  const isLower = (word: string) => /^[a-z]+\W*$/.test(word);
  const isCapital = (word: string) => /^[A-Z][a-z]+\W*$/.test(word);
  const nameParts = names.map((otherName) => otherName.split(" "));
  const lowerWords = new Set(nameParts.flat().filter(isLower).flatMap(splitWords));
  const sentences = nameParts.filter((parts) => parts.slice(1).some((word) => isLower(word) && !emptyWords.has(word)));
  const properNames = new Set(
    sentences.flatMap(([, ...rest]) =>
      rest.filter((word) => isCapital(word) && !lowerWords.has(splitWords(word)[0] ?? "")),
    ),
  );
  const [first = "", ...rest] = name.split(" ");
  const restWords = rest.map((word) => (isCapital(word) && !properNames.has(word) ? word.toLowerCase() : word));
  return [`${first[0]?.toUpperCase()}${first.slice(1)}`, ...restWords].join(" ");
}

/** Returns the id of each index entry: its name in camelCase, after the method if the id would be taken or reserved. */
export function operationIdsOf({ "x-operation-index": index }: Contract): string[] {
  const plainIds = index.map(({ name }) => toCamelCase(name));
  const documentedIds = index.flatMap(({ operationId }) => operationId ?? []);
  return index.map(({ method, operationId }, position) => {
    if (operationId) return operationId;
    const id = plainIds[position] ?? "";
    const isTaken = documentedIds.includes(id) || plainIds.filter((plainId) => plainId === id).length > 1;
    return isTaken || reservedName.test(id) ? toCamelCase(`${method} ${id}`) : id;
  });
}

/** The names of the client's other members. */
const reservedName = /^(request|pages|items|junkRooms|junkRoomPages)$/;

const toCamelCase = (text: string): string =>
  text
    .replace(/\((\w+)\)/g, "$1")
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== "" && !/^(an?|the|your)$/i.test(word))
    .map((word) => (/^[A-Z]+$/.test(word) ? word.toLowerCase() : word))
    .map((word, index) => (index === 0 ? word[0]?.toLowerCase() : word[0]?.toUpperCase()) + word.slice(1))
    .join("");
