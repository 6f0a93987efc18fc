/** The words that mark the name of a secret. A guess: if the contract declares a secret, its place decides. */
const secretWords = new Set(
  `token tokens secret secrets password passwords passwd pwd passphrase authorization auth oauth jwt bearer cookie cookies
  credential credentials apikey signature otp pin session csrf xsrf headers`.split(/\s+/),
);
const secretKey = /(api|access|private|signing|secret)[-_ ]?key/i;

/** Words after which a token is a cursor, such as `nextToken`. */
const cursorWords = new Set(["page", "next", "prev", "previous", "continuation", "sync"]);

/** Words at the end of a name that is about a secret and isn't one, such as `tokenType`. */
const aboutWords = new Set("type types kind count total limit length status method expires expiry lifetime".split(" "));

/** Splits a name into words: `userId`, `user_id` and `User-Id` have the same two. */
export const wordsOf = (name: string): string[] =>
  name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).flatMap((word) => (word === "" ? [] : word.toLowerCase()));

// Responses have the same names over and over. Beyond the limit, names may be data.
const decisions = new Map<string, boolean>();

/** Returns whether a parameter, a header or a property has the name of a secret. Relays keep theirs in `headers`. */
export function isSecretName(name: string): boolean {
  const isSecret = decisions.get(name) ?? decideByWords(name);
  if (decisions.size < 2000) decisions.set(name, isSecret);
  return isSecret;
}

function decideByWords(name: string): boolean {
  const words = wordsOf(name);
  if (aboutWords.has(words.at(-1) ?? "")) return false;
  const isCursor = (index: number) => /^tokens?$/.test(words[index] ?? "") && cursorWords.has(words[index - 1] ?? "");
  return secretKey.test(name) || words.some((word, index) => secretWords.has(word) && !isCursor(index));
}

const signIn = /token|auth|login|logon|signin|session|passw|secret|credential|api-?_?key|otp|jwt|sso|saml|verif/i;

/** Returns whether an operation may deal in tokens, by its name or a segment of its path. */
export const canDealInTokens = (text: string): boolean => signIn.test(text);
