const key = "reference.language";

/** Keeps one tab of each group open, opens the language that the reader chose last, and stores a new choice. */
export function keepOneOpen(): void {
  const samples = [...document.querySelectorAll<HTMLDetailsElement>(".tabs[data-languages] details")];
  const nameOf = (sample: Element) => sample.querySelector("summary")?.textContent ?? "";
  const preferredSample = samples.find((sample) => nameOf(sample) === useStorage((storage) => storage.getItem(key)));
  if (preferredSample) preferredSample.open = true;
  addEventListener("click", (event) => {
    const tab = (event.target as Element).closest(".tabs summary")?.parentElement;
    // Closing the open tab would leave nothing to read.
    if (tab?.hasAttribute("open")) event.preventDefault();
    if (tab?.closest("[data-languages]")) useStorage((storage) => storage.setItem(key, nameOf(tab)));
  });
}

/** Uses the storage, unless the reader allows none. */
function useStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
