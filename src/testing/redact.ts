const hidden = "[redacted]";
// A placeholder such as "t" stands in every path. One that is shorter than this is looked for as a whole only.
const shortest = 4;
const most = 100;

/** Hides the tokens that it has seen. */
export function redactor() {
  const secrets = new Set<string>();
  return {
    /** Remembers a token, and forgets the oldest when there are many. */
    learn(secret: string): void {
      if (secret === "" || secrets.has(secret)) return;
      if (secrets.size >= most) secrets.delete(secrets.values().next().value as string);
      secrets.add(secret);
    },
    /** The text, or a mark in its place where it gives a token away, be it percent-encoded several times. */
    redact(text: string): string {
      for (const form of forms(text)) for (const secret of secrets) if (reveals(form, secret)) return hidden;
      return text;
    },
  };
}

const reveals = (text: string, secret: string) => (secret.length < shortest ? text === secret : text.includes(secret));

/** The text, and what comes of decoding it again and again. */
function* forms(text: string): Generator<string> {
  yield text;
  for (let form = text, times = 0; times < 4 && /[%+]/.test(form); times++) {
    const spaced = form.replaceAll("+", " ");
    form = spaced.replace(/(%[0-9a-f]{2})+/gi, (encoded) => {
      try {
        return decodeURIComponent(encoded);
      } catch {
        return encoded;
      }
    });
    yield form;
  }
}
