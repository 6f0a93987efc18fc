import { memoizeString } from "./cache.ts";
import { splitWords } from "./words.ts";

/**
 * The words that mark the name of a secret. A guess: if the contract declares a secret, its place
 * decides.
 */
const secretWords = new Set(
  `token tokens secret secrets password passwords passwd pwd passphrase authorization auth oauth jwt bearer cookie cookies
  credential credentials apikey signature otp pin session csrf xsrf headers`.split(/\s+/),
);
const secretKey = /(api|access|private|signing|secret)[-_ ]?key/i;

/** Words after which a token is a cursor, such as `nextToken`. */
const cursorWords = new Set(["page", "next", "prev", "previous", "continuation", "sync"]);

/** Words at the end of a name that is about a secret and isn't one, such as `tokenType`. */
const aboutWords = new Set(
  "type types kind count total limit length status method expires expiry lifetime".split(" "),
);

/** Splits a name into words without digits, such as the one in `oauth2`. */
const wordsOf = (name: string): string[] => splitWords(name.replace(/\d+/g, " "));

/**
 * Returns whether a parameter, a header or a property has the name of a secret. Relays keep theirs
 * in `headers`.
 */
export const isSecretName = memoizeString(decideByWords);

function decideByWords(name: string): boolean {
  const words = wordsOf(name);
  if (aboutWords.has(words.at(-1) ?? "")) return false;
  const isCursor = (index: number) =>
    /^tokens?$/.test(words[index] ?? "") && cursorWords.has(words[index - 1] ?? "");
  return (
    secretKey.test(name) || words.some((word, index) => secretWords.has(word) && !isCursor(index))
  );
}

/**
 * Words of operations that deal in tokens, and words that are joined with them, as in
 * `accesstoken`.
 */
const tokenWords =
  "tokens?|oauth|auth|authenticat(e|ion)|authoriz(e|ation)|log(in|on|out)|sign(in|on)|sessions?|passw(or)?ds?|pwd|secrets?|" +
  "credentials?|(api|access)keys?|otp|jwt|sso|saml|verify|verifications?";
const joinedWords =
  "access|admin|api|app|bearer|change|client|device|forgot|id|info|new|one|refresh|reset|time|user";
const tokenWord = new RegExp(`^(${joinedWords}|${tokenWords})*(${tokenWords})(${joinedWords})*$`);
const tokenPair = /^(api|access|private|signing) keys?$|^(log|sign) (in|on|up)$/;
const tokenPart = new RegExp(`${tokenWords}|key|log|sign`, "i");
const maxWord = 40;

/**
 * Returns whether an operation may deal in tokens, by the words of its name or of a segment of its
 * path.
 */
export const canDealInTokens = memoizeString(hasTokenWord);

function hasTokenWord(text: string): boolean {
  // Most path values have no such part, so they needn't be split into words.
  if (!tokenPart.test(text)) return false;
  const words = wordsOf(text);
  return words.some(
    (word, index) =>
      word.length <= maxWord &&
      (tokenWord.test(word) || tokenPair.test(`${word} ${words[index + 1]}`)),
  );
}
