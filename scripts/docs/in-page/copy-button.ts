/** Gives the code in a text the copy button that Redoc gives its samples alone. */
export function addCopyButtons(): void {
  for (const code of document.querySelectorAll<HTMLElement>("#redoc pre[data-language]:not(:has(button))")) {
    const text = code.textContent ?? "";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.onclick = async () => {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = "Copy";
      }, 2000);
    };
    code.append(button);
  }
}
