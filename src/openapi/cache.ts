/**
 * Creates a function that derives a value from each document once: a document doesn't change after
 * it is read.
 */
export function memoizeByRef<Document extends object, Value>(
  derive: (document: Document) => Value,
): (document: Document) => Value {
  const derived = new WeakMap<Document, { readonly value: Value }>();
  return (document) => {
    const entry = derived.get(document) ?? { value: derive(document) };
    derived.set(document, entry);
    return entry.value;
  };
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
