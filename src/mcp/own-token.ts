/**
 * Creates the test whether a text contains the token: raw, percent-encoded once or twice, form-encoded, or escaped as in
 * JSON, also if some of its characters are encoded and others aren't.
 */
export function containsToken(token: string): (text: string) => boolean {
  const pattern = new RegExp(
    [...token].map((character) => `(?:${forms(character).map(escaped).join("|")})`).join(""),
    "i",
  );
  return (text) => pattern.test(text);
}

function forms(character: string): string[] {
  const bytes = [...new TextEncoder().encode(character)].map((byte) => byte.toString(16).padStart(2, "0"));
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  const short = JSON.stringify(character).slice(1, -1);
  return [
    character,
    bytes.map((byte) => `%${byte}`).join(""),
    bytes.map((byte) => `%25${byte}`).join(""),
    units.map((unit) => `\\u${unit}`).join(""),
    ...(short === character ? [] : [short]),
    ...(character === " " ? ["+"] : []),
    ...(character === "/" ? ["\\/"] : []),
  ];
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
