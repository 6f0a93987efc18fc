/** The API token, or a function that gives it, called for every attempt. */
export type TokenOption = string | (() => string | Promise<string>);

/** No blank one, and none that a URL cannot carry. */
export const isToken = (token: unknown): token is string =>
  typeof token === "string" && /^(?!\s*$)[^\p{Cc}\p{Cs}]+$/u.test(token);

/** The one place where the token joins the address. */
export const withToken = (url: string, token: string): string =>
  `${url}${url.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;

/** Takes tokens out of a text: as they are, escaped, or percent-encoded any number of times. */
export function redact(text: string, tokens: readonly string[]): string {
  for (const token of tokens) text = text.replace(new RegExp([...token].map(anyForm).join(""), "gi"), "[redacted]");
  return text;
}

// A form field and a JSON pointer have their own ways.
const alone: Record<string, string> = { " ": "\\+|", "/": "~1|", "~": "~0|" };

function anyForm(character: string): string {
  const bytes = [...new TextEncoder().encode(character)].map((byte) => `%(25)*${byte.toString(16)}`);
  return `(${bytes.join("")}|${alone[character] ?? ""}\\\\{0,3}${character.replace(/\W/, "\\$&")})`;
}
