const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/**
 * Escapes text for XML and HTML, attributes in double quotes included. Control characters are left
 * out, since XML 1.0 has no reference for them.
 */
export const escapeMarkup = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (character) => references[character] ?? "")
    .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");
