/**
 * Corrects Redoc's markup, now and as it renders more. It has no seam: Redoc is a single bundle, which takes neither
 * components nor labels of ours.
 */
export function mendMarkup(host: HTMLElement): void {
  const mend = () => {
    // Its headings count on headings above them that the page has elsewhere.
    for (const heading of host.querySelectorAll("h4")) heading.ariaLevel = "2";
    for (const heading of host.querySelectorAll("h5")) heading.ariaLevel = "3";
    nameFieldToggles(host);
  };
  new MutationObserver(mend).observe(host, { childList: true, subtree: true });
  mend();
}

/** Redoc's buttons that fold the fields of a field name neither the field nor their state. */
function nameFieldToggles(host: HTMLElement): void {
  for (const toggle of host.querySelectorAll("[data-schema-nested-open] > button")) {
    const field = toggle.closest("[id]")?.querySelector(".schema-name")?.textContent;
    const [, words] = toggle.children;
    // The name has to contain the visible text, or voice control cannot find it.
    toggle.ariaLabel = `Fields of ${field}${words ? `: ${words.textContent}` : ""}`;
    toggle.ariaExpanded = toggle.parentElement?.dataset["schemaNestedOpen"] ?? null;
  }
}
