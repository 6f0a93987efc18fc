/** A button that folds the fields of a field says neither whose they are nor whether they are shown. */
export function nameFieldToggles(): void {
  for (const toggle of document.querySelectorAll("[data-schema-nested-open] > button")) {
    const field = toggle.closest("[id]")?.querySelector(".schema-name")?.textContent;
    const [, words] = toggle.children;
    // What is seen on a button has to be in its name, or who says it does not reach it.
    toggle.ariaLabel = `Fields of ${field}${words ? `: ${words.textContent}` : ""}`;
    toggle.ariaExpanded = toggle.parentElement?.dataset["schemaNestedOpen"] ?? null;
  }
}
