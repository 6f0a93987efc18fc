import { type Schema, splitWords } from "../../contract.ts";
import { similarityOf } from "../name/name-words.ts";
import type { Endpoint, Input } from "../shape/endpoint.ts";

/** A name that fits the purpose of an input. */
export interface PurposeMatch {
  name: string;
  evidence: string;
  /** The number in the response that the input determines, and for the description how. */
  echo?: { field: string; relation: string };
}

/** Finds inputs of a type that fit a purpose. */
export function findInputs({ title, type }: Schema, { query, hiddenEchoes }: Endpoint): PurposeMatch[] {
  const purpose = splitWords(`${title}`);
  if (type !== "integer") {
    const isSimilar = (word: string) => purpose.some((purposeWord) => similarityOf(word, purposeWord) >= 0.8);
    return [...query].flatMap(([name, { shape, requests }]) =>
      Object.keys(shape.types).join() === `${type}` && splitWords(name).some(isSimilar)
        ? [{ name, evidence: `\`${name}\` was sent as ${type}, and is named for it, ${requests} times` }]
        : [],
    );
  }
  // The input alone determines a number in the response, which has only words of the purpose in its name.
  return [...query].flatMap(([name, input]) =>
    [...input.echoes.keys()].flatMap((field): PurposeMatch[] => {
      const difference = constantDifferenceOf(input, field);
      const isPurpose = splitWords(field).every((word) => purpose.includes(word));
      const hasRival =
        hiddenEchoes.has(field) ||
        [...query.values()].some((rival) => rival !== input && constantDifferenceOf(rival, field));
      if (!difference || !isPurpose || hasRival) return [];
      const relation = `${difference === "equal" ? "the same number as" : "one more than"} \`${field}\` in the response`;
      return [{ name, evidence: `\`${name}\` is ${relation}`, echo: { field, relation } }];
    }),
  );
}

/** Returns how a field always differs from an input, if it was compared with several values. */
function constantDifferenceOf({ echoes }: Input, field: string): "equal" | "one less" | undefined {
  const echo = echoes.get(field);
  return !echo || echo.difference === "other" || hasOneMark(echo.marks) ? undefined : echo.difference;
}

/** Returns whether a mask has at most one bit. */
const hasOneMark = (marks: number): boolean => (marks & (marks - 1)) === 0;
