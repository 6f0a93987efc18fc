import { asObject } from "../../../src/openapi/json.ts";
import type { Operation, Schema } from "../../contract/document.ts";
import { splitWords } from "../../contract/words.ts";
import { similarityOf } from "../name/match.ts";
import type { Endpoint, Input } from "../shape/endpoint.ts";

/** A name that fits the purpose of an input. */
export interface PurposeMatch {
  name: string;
  evidence: string;
  /** How the input determines a number in the response, for the description. */
  relation?: string;
}

/** Finds inputs of a type that fit a purpose: a switch with a word of it in its name, or a number that the response has. */
export function findInputs(
  { "x-pagination": purpose, type }: Schema,
  { "x-pagination": pagination }: Partial<Operation>,
  { query, hiddenEchoes }: Endpoint,
): PurposeMatch[] {
  if (type !== "integer") {
    const purposeWords = splitWords(`${purpose}`);
    const isSimilar = (word: string) => purposeWords.some((purposeWord) => similarityOf(word, purposeWord) >= 0.8);
    return [...query].flatMap(([name, { shape, requests }]) =>
      Object.keys(shape.types).join() === `${type}` && splitWords(name).some(isSimilar)
        ? [{ name, evidence: `\`${name}\` was sent as ${type}, and is named for it, ${requests} times` }]
        : [],
    );
  }
  const field = asObject(pagination)[`${purpose}`];
  if (typeof field !== "string") return [];
  // The input alone determines the number.
  return [...query].flatMap(([name, input]): PurposeMatch[] => {
    const difference = constantDifferenceOf(input, field);
    const hasRival =
      hiddenEchoes.has(field) ||
      [...query.values()].some((rival) => rival !== input && constantDifferenceOf(rival, field));
    if (!difference || hasRival) return [];
    const relation = `${difference === "equal" ? "the same number as" : "one more than"} \`${field}\` in the response`;
    return [{ name, evidence: `\`${name}\` is ${relation}`, relation }];
  });
}

/** Returns how a field always differs from an input, if it was compared with several values. */
function constantDifferenceOf({ echoes }: Input, field: string): "equal" | "one less" | undefined {
  const echo = echoes.get(field);
  return !echo || echo.difference === "other" || hasOneMark(echo.marks) ? undefined : echo.difference;
}

/** Returns whether a mask has at most one bit. */
const hasOneMark = (marks: number): boolean => (marks & (marks - 1)) === 0;
