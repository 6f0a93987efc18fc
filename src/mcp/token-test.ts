/**
 * Creates the function that returns whether a text contains the token: raw, percent-encoded once or twice,
 * form-encoded, or escaped as in JSON. Each character may be encoded differently, and in either case.
 */
export function createTokenTest(token: string): (text: string) => boolean {
  const pattern = new RegExp(
    [...token].map((character) => `(?:${encodingsOf(character).map(escapeRegExp).join("|")})`).join(""),
    "i",
  );
  return (text) => pattern.test(text);
}

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
