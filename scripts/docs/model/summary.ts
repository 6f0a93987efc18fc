/** Returns the first sentence of Markdown, without markup. */
export function summaryOf(markdown: string): string {
  const paragraph = markdown.split("\n\n").find((block) => /^[A-Z*[`]/.test(block) && /\w\.(\s|$)/.test(block)) ?? "";
  const plain = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*`]/g, "")
    .replaceAll(/\s+/g, " ");
  return /^.*?\.(?=\s|$)/.exec(plain)?.[0] ?? plain;
}
