const key = "reference.language";

/** Keeps one tab of each group open, opens the language that the reader chose last, and stores a new choice. */
export function keepOneOpen(): void {
  const samples = [...document.querySelectorAll<HTMLDetailsElement>(".tabs[data-languages] details")];
  const nameOf = (sample: HTMLDetailsElement) => sample.querySelector("summary")?.textContent ?? "";
  const preferredSample = samples.find((sample) => nameOf(sample) === readLanguage());
  if (preferredSample) preferredSample.open = true;
  for (const sample of samples) {
    sample.querySelector("summary")?.addEventListener("click", () => {
      try {
        localStorage.setItem(key, nameOf(sample));
      } catch {
        // The reader allows no storage: the choice is for this page only.
      }
    });
  }
  // Closing the open tab would leave nothing to read.
  addEventListener("click", (event) => {
    const tab = (event.target as Element).closest?.(".tabs summary")?.parentElement;
    if (tab?.hasAttribute("open")) event.preventDefault();
  });
}

function readLanguage(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
