// A placeholder such as "t" stands in every path. One that is shorter than this is looked for as a whole only.
const shortest = 4;
const mostTokens = 10_000;
const mostMisplaced = 1000;

/** Gives the secrets that a text holds, in whatever form. */
export type Find = (text: string) => Iterable<string>;

/** Finds the tokens that it has seen, and whatever a text calls a token. */
export function tokenFinder() {
  const tokens = secrets(mostTokens);
  // Apart from the others: one request can hold any number of these, and must not make the mock forget a token in use.
  const misplaced = secrets(mostMisplaced);
  return {
    /** Remembers a token. Returns whether it is new. */
    learn: (token: string): boolean => tokens.add(token),
    /** Remembers what may be one. */
    suspect: (token: string): boolean => misplaced.add(token),
    *find(text: string): Generator<string> {
      yield* misplacedTokens(text);
      yield* tokens.find(text);
      yield* misplaced.find(text);
    },
  };
}

/** Keeps the latest secrets by how they begin, so that to look for many takes no longer than for one. */
export function secrets(most = Number.POSITIVE_INFINITY) {
  const kept = new Set<string>();
  const byStart = new Map<string, Set<string>>();
  const start = (secret: string) => secret.slice(0, shortest);

  function* findIn(form: string): Generator<string> {
    if (form.length < shortest) yield* byStart.get(form) ?? [];
    for (let at = 0; at <= form.length - shortest; at++) {
      for (const secret of byStart.get(form.slice(at, at + shortest)) ?? []) {
        if (form.startsWith(secret, at)) yield secret;
      }
    }
  }

  function forgetOldest(): void {
    const oldest = kept.values().next().value as string;
    kept.delete(oldest);
    const alike = byStart.get(start(oldest));
    alike?.delete(oldest);
    if (alike?.size === 0) byStart.delete(start(oldest));
  }

  return {
    /** Keeps a secret as the newest, and forgets the oldest when there are many. Returns whether it was not kept yet. */
    add(secret: string): boolean {
      if (secret === "") return false;
      const known = kept.delete(secret);
      kept.add(secret);
      if (known) return false;
      const alike = byStart.get(start(secret));
      if (alike) alike.add(secret);
      else byStart.set(start(secret), new Set([secret]));
      if (kept.size > most) forgetOldest();
      return true;
    },
    *find(text: string): Generator<string> {
      if (kept.size > 0) for (const form of forms(text)) yield* findIn(form);
    },
  };
}

/** The tokens in a text that is no query: behind a question mark that is encoded or missing, say. */
export function* misplacedTokens(text: string): Generator<string> {
  if (!/[=%]/.test(text)) return;
  for (const form of forms(text)) for (const [, token] of form.matchAll(/token=([^&#?/]+)/gi)) yield token as string;
}

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
