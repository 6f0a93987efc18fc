/** Creates a function that derives a value from each document once: a document doesn't change after it is read. */
export function cachePerDocument<Document extends object, Value>(
  derive: (document: Document) => Value,
): (document: Document) => Value {
  const derived = new WeakMap<Document, { readonly value: Value }>();
  return (document) => {
    const entry = derived.get(document) ?? { value: derive(document) };
    derived.set(document, entry);
    return entry.value;
  };
}
