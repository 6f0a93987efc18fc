/** Adds a copy button to code in texts: Redoc adds one only to samples. */
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
