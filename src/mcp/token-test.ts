/**
 * Creates the function that returns whether a text contains the token, the token in Base64, or the password after its
 * user: raw, percent-encoded once or twice, form-encoded, or escaped as in JSON. Each character may be encoded
 * differently, and in either case.
 */
export function createTokenTest(token: string): (text: string) => boolean {
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(token))).replace(/=+$/, "");
  const [, password = ""] = /^[^:]*:(.{4,})$/s.exec(token) ?? [];
  const patterns = [token, base64, password].filter(Boolean).map(writePattern);
  return (text) => patterns.some((pattern) => pattern.test(text));
}

const writePattern = (text: string) =>
  new RegExp([...text].map((character) => `(?:${encodingsOf(character).map(escapeRegExp).join("|")})`).join(""), "i");

function encodingsOf(character: string): string[] {
  const bytes = [...new TextEncoder().encode(character)].map((byte) => byte.toString(16).padStart(2, "0"));
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  const jsonEscape = JSON.stringify(character).slice(1, -1);
  return [
    character,
    bytes.map((byte) => `%${byte}`).join(""),
    bytes.map((byte) => `%25${byte}`).join(""),
    units.map((unit) => `\\u${unit}`).join(""),
    ...(jsonEscape === character ? [] : [jsonEscape]),
    ...(character === " " ? ["+"] : []),
    ...(character === "/" ? ["\\/"] : []),
  ];
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
