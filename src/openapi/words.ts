/**
 * Splits a text at spaces, punctuation, capitals and numbers of a plural into words in lower case:
 * `userIDs`, `user_id` and `User-Id` have the same two. Digits belong to the word before them.
 */
export const splitWords = (text: string): string[] =>
  text
    .replace(/\(s\)/g, "s")
    .replace(/['’]s\b/g, "")
    .replace(/(\p{Lu}{2})s\b/gu, "$1")
    .split(/[^\p{L}\d]+|(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
    .flatMap((word) => (word === "" ? [] : word.toLowerCase()));
