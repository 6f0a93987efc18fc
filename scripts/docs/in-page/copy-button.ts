import { element } from "./dom.ts";

/** Adds copy buttons to code blocks and to the path of an operation. */
export function addCopyButtons(): void {
  for (const box of document.querySelectorAll(".code")) {
    box.append(createButton(() => box.querySelector("pre")?.textContent ?? ""));
  }
  for (const line of document.querySelectorAll<HTMLElement>(".endpoint[data-copy]:not([data-copy=''])"))
    line.querySelector(".copy")?.replaceWith(createButton(() => line.dataset["copy"] ?? ""));
}

/** Creates a button that copies a text. */
function createButton(read: () => string): HTMLButtonElement {
  const button = element("button", { type: "button", class: "copy" }, "Copy");
  button.onclick = async () => {
    await navigator.clipboard.writeText(read());
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  };
  return button;
}
