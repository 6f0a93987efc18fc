const hidden = "[redacted]";
// A placeholder such as "t" stands in every path. One that is shorter than this is looked for as a whole only.
const shortest = 4;
const most = 100;

/** Gives a text, or a mark in its place where it gives a secret away. */
export type Redact = (text: string) => string;

/** Hides the tokens that it has seen. */
export function redactor() {
  const secrets = new Set<string>();
  return {
    /** Remembers a token, and forgets the oldest when there are many. Returns whether it is new. */
    learn(secret: string): boolean {
      if (secret === "" || secrets.has(secret)) return false;
      if (secrets.size >= most) secrets.delete(secrets.values().next().value as string);
      secrets.add(secret);
      return true;
    },
    redact: hiding(secrets),
  };
}

/** What hides these secrets. */
export const hiding =
  (secrets: Iterable<string>): Redact =>
  (text) => {
    for (const form of forms(text)) for (const secret of secrets) if (reveals(form, secret)) return hidden;
    return text;
  };

/** The tokens in a text that is no query: behind a question mark that is encoded or missing, say. */
export function* misplacedTokens(text: string): Generator<string> {
  if (!/[=%]/.test(text)) return;
  for (const form of forms(text)) for (const [, token] of form.matchAll(/token=([^&#?/]+)/gi)) yield token as string;
}

const reveals = (text: string, secret: string) => (secret.length < shortest ? text === secret : text.includes(secret));

/** The text, and what comes of decoding it, be it encoded any number of times. */
function* forms(text: string): Generator<string> {
  yield text;
  for (let form = text, times = 0; times < 4 && /[%+]/.test(form); times++) {
    const once = form.replaceAll("+", " ").replace(/%(25)+/g, "%");
    form = once.replace(/(%[0-9a-f]{2})+/gi, (encoded) => {
      try {
        return decodeURIComponent(encoded);
      } catch {
        return encoded;
      }
    });
    yield form;
  }
}
