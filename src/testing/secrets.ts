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

/** Keeps the latest secrets. To look for many takes no longer than for one, unless they begin alike and differ in length. */
export function secrets(most = Number.POSITIVE_INFINITY) {
  const kept = new Set<string>();
  /** How many there are of each length, by how they begin. */
  const lengths = new Map<string, Map<number, number>>();
  const start = (secret: string) => secret.slice(0, shortest);

  function* findIn(form: string): Generator<string> {
    if (form.length < shortest && kept.has(form)) yield form;
    for (let at = 0; at <= form.length - shortest; at++) {
      for (const length of lengths.get(form.slice(at, at + shortest))?.keys() ?? []) {
        const part = form.slice(at, at + length);
        if (kept.has(part)) yield part;
      }
    }
  }

  function count(secret: string, more: 1 | -1): void {
    const alike = lengths.get(start(secret)) ?? new Map<number, number>();
    const left = (alike.get(secret.length) ?? 0) + more;
    if (left > 0) lengths.set(start(secret), alike.set(secret.length, left));
    else if (alike.delete(secret.length) && alike.size === 0) lengths.delete(start(secret));
  }

  function forgetOldest(): void {
    const oldest = kept.values().next().value as string;
    kept.delete(oldest);
    count(oldest, -1);
  }

  return {
    /** Keeps a secret as the newest, and forgets the oldest when there are many. Returns whether it was not kept yet. */
    add(secret: string): boolean {
      if (secret === "") return false;
      const known = kept.delete(secret);
      kept.add(secret);
      if (known) return false;
      count(secret, 1);
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

/** The text, and what comes of decoding it, be it encoded any number of times. A plus may be one, or a space. */
function* forms(text: string): Generator<string> {
  for (const form of decoded(text)) {
    yield form;
    if (form.includes("+")) yield* decoded(form.replaceAll("+", " "));
  }
}

function* decoded(text: string): Generator<string> {
  yield text;
  for (let form = text, times = 0; times < 4 && form.includes("%"); times++) {
    form = form.replace(/%(25)+/g, "%").replace(/(%[0-9a-f]{2})+/gi, (encoded) => {
      try {
        return decodeURIComponent(encoded);
      } catch {
        return encoded;
      }
    });
    yield form;
  }
}
