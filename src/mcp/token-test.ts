/**
 * Creates the function that returns whether a text contains the token, the token in Base64, or the password after its
 * user: raw, percent-encoded once or twice, form-encoded, or escaped as in JSON. Each character may be encoded
 * differently, and in either case.
 */
export function createTokenTest(token: string): (text: string) => boolean {
  const base64 = Buffer.from(token).toString("base64").replace(/=+$/, "");
  const [, password = ""] = /^[^:]*:(.{4,})$/s.exec(token) ?? [];
  const patterns = [token, base64, password]
    .filter(Boolean)
    .map((secret) => RegExp([...secret].map(patternOf).join(""), "i"));
  return (text) => patterns.some((pattern) => pattern.test(text));
}

function patternOf(character: string): string {
  const plain = character.replace(/[.*+?^${}()|[\]\\/-]/, "\\$&");
  const percentEncoded = Buffer.from(character).toString("hex").replace(/../g, "%(?:25)?$&");
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  const jsonEscaped = units.map((unit) => `\\\\u${unit}`).join("");
  return `(?:\\\\?${plain}|${percentEncoded}|${jsonEscaped}${character === " " ? "|\\+" : ""})`;
}
