/** Adds copy buttons to code blocks and to the path of an operation, and enables the one that copies the page. */
export function addCopyButtons(): void {
  for (const box of document.querySelectorAll(".code")) {
    box.append(createButton("Copy", async () => box.querySelector("pre")?.textContent ?? ""));
  }
  for (const line of document.querySelectorAll<HTMLElement>(".endpoint[data-copy]:not([data-copy=''])"))
    line.querySelector(".copy")?.replaceWith(createButton("Copy", async () => line.dataset["copy"] ?? ""));
  const pageButton = document.querySelector<HTMLButtonElement>(".copy-page");
  const source = document.querySelector<HTMLLinkElement>("link[type='text/markdown']")?.href ?? "";
  pageButton?.replaceWith(
    createButton(
      "Copy as Markdown",
      async () => (await fetch(source)).text(),
      () => location.assign(source),
    ),
  );
}

/** Creates a button that copies. If the text can't be read, as on a page opened from disk, calls `fallback`. */
function createButton(words: string, read: () => Promise<string>, fallback = () => {}): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = words;
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(await read());
    } catch {
      return fallback();
    }
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = words;
    }, 2000);
  };
  return button;
}
