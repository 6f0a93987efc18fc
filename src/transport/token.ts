import { unsendable } from "./address.ts";

/** The API token, or a function that gives it, called for every attempt. */
export type TokenOption = string | (() => string | Promise<string>);

export function isToken(token: unknown): token is string {
  return typeof token === "string" && token.trim() !== "" && !unsendable.test(token);
}

/** The one place where the token joins the address. */
export function withToken(url: string, token: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;
}

/** Removes tokens from a text: as they are, percent-encoded any number of times, or escaped as in JSON. */
export function redact(text: string, tokens: readonly string[]): string {
  for (const token of tokens) text = text.replace(new RegExp([...token].map(anyForm).join(""), "gi"), "[redacted]");
  return text;
}

function anyForm(character: string): string {
  const hex = (byte: number, size: number) => byte.toString(16).padStart(size, "0");
  const bytes = [...new TextEncoder().encode(character)].map((byte) => `%(?:25)*${hex(byte, 2)}`).join("");
  const units = character
    .split("")
    .map((unit) => `\\\\u${hex(unit.charCodeAt(0), 4)}`)
    .join("");
  const plain = character.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&");
  return `(?:\\\\*${plain}|${bytes}|${units}${character === " " ? "|\\+" : ""})`;
}
