/**
 * Creates a function that derives a value from each document once, or throws the same error again: a
 * document doesn't change after it is read.
 */
export function memoizeByRef<Document extends object, Value>(
  derive: (document: Document) => Value,
): (document: Document) => Value {
  const outcomes = new WeakMap<Document, () => Value>();
  return (document) => {
    const outcome = outcomes.get(document) ?? settle(() => derive(document));
    outcomes.set(document, outcome);
    return outcome();
  };
}

/** Runs a function, and returns one that returns or throws the same each time. */
function settle<Value>(run: () => Value): () => Value {
  try {
    const value = run();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/**
 * The most texts that are remembered. Traffic has the same names over and over; beyond them, texts
 * may be data.
 */
const maxTexts = 5_000;

export function memoizeString<Value extends string | boolean | readonly string[]>(
  derive: (text: string) => Value,
): (text: string) => Value {
  const derived = new Map<string, Value>();
  return (text) => {
    const knownValue = derived.get(text);
    if (knownValue !== undefined) return knownValue;
    const value = derive(text);
    if (derived.size < maxTexts) derived.set(text, value);
    return value;
  };
}
