import type { Contract } from "../../contract.ts";
import { empty } from "../names/score.ts";
import { words } from "../names/words.ts";
import type { Template } from "../templates.ts";
import { observedOf } from "./observed.ts";

/** An operation of the index with its path and its evidence. Inputs, bodies and responses are facts of their own. */
export const operationOf = ({ path, values, endpoint }: Template, operationId: string) => ({
  operationId,
  "x-observed": { ...observedOf(endpoint) },
  ...(path.includes("{") && {
    parameters: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => ({
      name,
      in: "path",
      schema: { type: values[name] ?? "string" },
    })),
  }),
});

/** The title of an operation. If the index has its name twice, the method distinguishes the two. */
export function summaryOf(
  { "x-operation-index": index }: Contract,
  { name }: { name: string },
  method: string,
): string {
  const title = sentenceCase(
    name,
    index.map((entry) => entry.name),
  );
  return index.filter((other) => other.name === name).length > 1 ? `${title} (${method})` : title;
}

/**
 * Returns "List agent versions" for "List Agent Versions". Words such as "SIP" and "Add-On" keep their capitals, and so do
 * names: "Kubernetes", if another name is "List all Kubernetes clusters" and none has the word in lower case.
 */
export function sentenceCase(name: string, names: readonly string[]): string {
  const isLower = (word: string) => /^[a-z]+\W*$/.test(word);
  const isCapital = (word: string) => /^[A-Z][a-z]+\W*$/.test(word);
  const all = names.map((other) => other.split(" "));
  const lowerWords = new Set(all.flat().filter(isLower).flatMap(words));
  const sentences = all.filter((parts) => parts.slice(1).some((word) => isLower(word) && !empty.has(word)));
  const proper = new Set(
    sentences.flatMap(([, ...rest]) => rest.filter((word) => isCapital(word) && !lowerWords.has(words(word)[0] ?? ""))),
  );
  const [first = "", ...rest] = name.split(" ");
  const lower = rest.map((word) => (isCapital(word) && !proper.has(word) ? word.toLowerCase() : word));
  return [`${first[0]?.toUpperCase()}${first.slice(1)}`, ...lower].join(" ");
}

/** An id for each operation of the index, by its place: camelCase of its name, with the method if a name occurs twice. */
export function operationIds({ "x-operation-index": index }: Contract): string[] {
  const plain = index.map(({ name }) => camel(name));
  const documented = index.flatMap(({ operationId }) => operationId ?? []);
  return index.map(({ method, operationId }, position) => {
    if (operationId) return operationId;
    const id = plain[position] ?? "";
    const isTaken = documented.includes(id) || plain.filter((other) => other === id).length > 1;
    return isTaken || reserved.test(id) ? camel(`${method} ${id}`) : id;
  });
}

/** The client's other members. */
const reserved = /^(http|request|junkRooms|junkRoomPages)$/;

const camel = (text: string): string =>
  text
    .replace(/\((\w+)\)/g, "$1")
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== "" && !/^(an?|the|your)$/i.test(word))
    .map((word) => (/^[A-Z]+$/.test(word) ? word.toLowerCase() : word))
    .map((word, index) => (index === 0 ? word[0]?.toLowerCase() : word[0]?.toUpperCase()) + word.slice(1))
    .join("");
