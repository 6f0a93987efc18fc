/** Enables the copy buttons, of code blocks, of the path of an operation and of the page as Markdown. */
export function enableCopyButtons(): void {
  addEventListener("click", async ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>(".copy");
    if (!button) return;
    button.dataset["label"] ??= button.textContent;
    button.textContent = await readText(button)
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => "Copied",
        () => "Can't copy",
      );
    setTimeout(() => {
      button.textContent = button.dataset["label"] ?? "";
    }, 2000);
  });
}

/** Reads the text of a button: that of the file in `data-source`, or else of the element before the button. */
const readText = async ({ dataset: { source }, previousElementSibling }: HTMLElement): Promise<string> =>
  source === undefined ? (previousElementSibling?.textContent ?? "") : (await fetch(source)).text();
