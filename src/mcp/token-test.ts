/**
 * Creates the function that returns whether a text contains the token, or the password after its
 * user: raw, percent-encoded once or twice, form-encoded, or escaped as in JSON, or in Base64
 * between any other characters. Each character may be encoded differently, and in either case.
 */
export function createTokenTest(token: string): (text: string) => boolean {
  const [, password = ""] = /^[^:]*:(.{4,})$/s.exec(token) ?? [];
  const patterns = [token, password]
    .filter(Boolean)
    .flatMap((secret) => [secret, ...base64FormsOf(secret)])
    .map((secret) => RegExp([...secret].map(patternOf).join(""), "i"));
  return (text) => patterns.some((pattern) => pattern.test(text));
}

/**
 * Returns what Base64 makes of a text after 0, 1 or 2 other bytes: the characters that depend on
 * the text alone.
 */
function base64FormsOf(text: string): string[] {
  const charactersOf = (bytes: number) => (bytes * 8) / 6;
  const forms = [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
    const [start, end] = [Math.ceil(charactersOf(offset)), Math.floor(charactersOf(bytes.length))];
    return [
      bytes.toString("base64").slice(start, end),
      bytes.toString("base64url").slice(start, end),
    ];
  });
  // Fewer characters are in many words.
  return [...new Set(forms)].filter((form) => form.length >= 4);
}

function patternOf(character: string): string {
  const plain = character.replace(/[.*+?^${}()|[\]\\/-]/, "\\$&");
  const percentEncoded = Buffer.from(character).toString("hex").replace(/../g, "%(?:25)?$&");
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  const jsonEscaped = units.map((unit) => `\\\\u${unit}`).join("");
  return `(?:\\\\?${plain}|${percentEncoded}|${jsonEscaped}${character === " " ? "|\\+" : ""})`;
}
