const key = "reference.language";

/** Remembers the language that the reader chose for samples, from page to page. */
export function rememberLanguage(): void {
  const samples = [...document.querySelectorAll<HTMLDetailsElement>(".samples[data-languages] details")];
  const nameOf = (sample: HTMLDetailsElement) => sample.querySelector("summary")?.textContent ?? "";
  const chosen = samples.find((sample) => nameOf(sample) === stored());
  if (chosen) chosen.open = true;
  for (const sample of samples) {
    sample.querySelector("summary")?.addEventListener("click", () => {
      try {
        localStorage.setItem(key, nameOf(sample));
      } catch {
        // The reader allows no storage: the choice holds for this page.
      }
    });
  }
  // One of them is always open: closing the open one would leave nothing to read.
  addEventListener("click", (event) => {
    const sample = (event.target as Element).closest?.(".samples summary")?.parentElement;
    if (sample?.hasAttribute("open")) event.preventDefault();
  });
}

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
