/** Adds a button to each code that copies it, one for the path of an operation, and starts the one that copies the page. */
export function addCopyButtons(): void {
  for (const box of document.querySelectorAll(".code")) {
    box.append(copyButton("Copy", async () => box.querySelector("pre")?.textContent ?? ""));
  }
  for (const line of document.querySelectorAll<HTMLElement>(".endpoint[data-copy]:not([data-copy=''])"))
    line.querySelector(".copy")?.replaceWith(copyButton("Copy", async () => line.dataset["copy"] ?? ""));
  const whole = document.querySelector<HTMLButtonElement>(".copy-page");
  const source = document.querySelector<HTMLLinkElement>("link[type='text/markdown']")?.href ?? "";
  whole?.replaceWith(
    copyButton(
      "Copy as Markdown",
      async () => (await fetch(source)).text(),
      () => location.assign(source),
    ),
  );
}

/** A page that was opened from disk may not read other files: `otherwise` shows the file instead. */
function copyButton(words: string, read: () => Promise<string>, otherwise = () => {}): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = words;
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(await read());
    } catch {
      return otherwise();
    }
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = words;
    }, 2000);
  };
  return button;
}
