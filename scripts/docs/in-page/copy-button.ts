import { element } from "./dom.ts";

/** Adds copy buttons to code blocks and to the path of an operation, and enables the one that copies the page. */
export function addCopyButtons(): void {
  for (const box of document.querySelectorAll(".code")) {
    box.append(createButton("Copy", async () => box.querySelector("pre")?.textContent ?? ""));
  }
  for (const line of document.querySelectorAll<HTMLElement>(".endpoint[data-copy]:not([data-copy=''])"))
    line.querySelector(".copy")?.replaceWith(createButton("Copy", async () => line.dataset["copy"] ?? ""));
  const source = document.querySelector<HTMLLinkElement>("link[type='text/markdown']")?.href ?? "";
  const copyPage = createButton("Copy as Markdown", async () => (await fetch(source)).text());
  document.querySelector(".copy-page")?.replaceWith(copyPage);
}

/** Creates a button that copies a text. */
function createButton(words: string, read: () => Promise<string>): HTMLButtonElement {
  const button = element("button", { type: "button", class: "copy" }, words);
  button.onclick = async () => {
    const isCopied = await read()
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => true,
        () => false,
      );
    button.textContent = isCopied ? "Copied" : "Can't copy";
    setTimeout(() => {
      button.textContent = words;
    }, 2000);
  };
  return button;
}
