import { unsendable } from "./address.ts";

/** The API token, or a function that gives it, called for every attempt. */
export type TokenOption = string | (() => string | Promise<string>);

/** No blank one, and none that a URL cannot carry. */
export const isToken = (token: unknown): token is string =>
  typeof token === "string" && token.trim() !== "" && !unsendable.test(token);

/** The tokens that are known before anything is sent: a function has told none yet. */
export const knownTokens = (token: TokenOption): string[] => (typeof token === "string" ? [token] : []);

/** The one place where the token joins the address. */
export const withToken = (url: string, token: string): string =>
  `${url}${url.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;

const longest = 200;

/** Takes tokens out of a text: as they are, escaped as in JSON or HTML, or percent-encoded any number of times. */
export function redact(text: string, tokens: readonly string[]): string {
  // The longest first: a shorter one may be its start.
  for (const token of [...new Set(tokens)].sort((a, b) => b.length - a.length)) {
    const units = token.match(/\\+|[^\\]/gu) ?? [];
    // Of a long token the start is enough to find it, with all that follows: V8 compiles no expression of any length, and
    // quotes it when it says so.
    const rest = units.length > longest ? "[^]*" : "";
    text = text.replace(new RegExp(units.slice(0, longest).map(anyForm).join("") + rest, "gi"), "[redacted]");
  }
  return text;
}

/** Takes the start of a token off the end of a text that was cut within it. */
export function withoutHalf(text: string, tokens: readonly string[]): string {
  for (const form of tokens.flatMap((token) => [token, encodeURIComponent(token)])) {
    for (let size = form.length - 1; size > 3; size--) {
      if (text.endsWith(form.slice(0, size))) return text.slice(0, -size);
    }
  }
  return text;
}

// A form field and a JSON pointer have their own ways, and HTML has names.
const alone: Record<string, string> = {
  " ": "\\+",
  "/": "~1",
  "~": "~0",
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** `unit` is one character, or a run of backslashes: one by one, each would be tried as the escape of the next. */
function anyForm(unit: string): string {
  const { length } = unit;
  if (unit[0] === "\\") {
    return `(?:(?:%(?:25)*5c|\\\\{1,4}u005c|&#(?:0*92|x0*5c);){${length}}|\\\\{${length},${4 * length}})`;
  }
  const hex = (code: number) => code.toString(16);
  const bytes = [...new TextEncoder().encode(unit)].map((byte) => `%(?:25)*${hex(byte).padStart(2, "0")}`);
  const escapes = unit.split("").map((half) => `\\\\{1,4}u${hex(half.charCodeAt(0)).padStart(4, "0")}`);
  const code = unit.codePointAt(0) as number;
  const own = alone[unit] ? `${alone[unit]}|` : "";
  const plain = `\\\\{0,3}${unit.replace(/\W/, "\\$&")}`;
  return `(?:${bytes.join("")}|${escapes.join("")}|&#(?:0*${code}|x0*${hex(code)});|${own}${plain})`;
}
