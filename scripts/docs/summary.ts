/** The first sentence of a page's Markdown, without markup. */
export function summaryOf(text: string): string {
  const paragraph =
    text
      .split("\n\n")
      .find((block) => /^[A-Z*[]/.test(block) && !block.startsWith("**Unknown") && /\w\.(\s|$)/.test(block)) ?? "";
  const plain = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*`]/g, "")
    .replaceAll(/\s+/g, " ");
  return /^.*?\.(?=\s|$)/.exec(plain)?.[0] ?? plain;
}
