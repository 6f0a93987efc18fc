/** Redoc's buttons that fold the fields of a field name neither the field nor their state. */
export function nameFieldToggles(): void {
  for (const toggle of document.querySelectorAll("[data-schema-nested-open] > button")) {
    const field = toggle.closest("[id]")?.querySelector(".schema-name")?.textContent;
    const [, words] = toggle.children;
    // The name has to contain the visible text, or voice control cannot find it.
    toggle.ariaLabel = `Fields of ${field}${words ? `: ${words.textContent}` : ""}`;
    toggle.ariaExpanded = toggle.parentElement?.dataset["schemaNestedOpen"] ?? null;
  }
}
