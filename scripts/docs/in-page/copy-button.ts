/** Gives the code in a text the copy button that Redoc gives its samples alone. */
export function addCopyButtons(): void {
  for (const box of document.querySelectorAll("#redoc .code:not(:has(button))")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.onclick = async () => {
      await navigator.clipboard.writeText(box.querySelector("pre")?.textContent ?? "");
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = "Copy";
      }, 2000);
    };
    box.append(button);
  }
}
