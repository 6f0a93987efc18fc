/**
 * Creates the function that returns whether a text contains a secret, or the password after its
 * user: raw, percent-encoded up to three times, form-encoded, or escaped as in JSON, each character
 * differently and in either case; or in Base64 between any other characters. Without a secret,
 * nothing contains one.
 */
export function createSecretTest(secrets: Iterable<string>): (text: string) => boolean {
  const forms = [...secrets].filter(Boolean).flatMap(formsOf).map(fold);
  return (text) => {
    const folded = fold(text);
    return forms.some((form) => folded.includes(form));
  };
}

/** Returns a secret, and what of it Base64 encodes in the same way, whatever is around it. */
function formsOf(secret: string): string[] {
  const password = secret.replace(/^[^:]*:(?=.{4})/s, "");
  const bytes = new TextEncoder().encode(password);
  // Three bytes make four characters. What follows changes the last one.
  const encoded = [0, 1, 2].map((start) =>
    btoa(String.fromCharCode(...bytes.slice(start))).replace(/.=+$/, ""),
  );
  // Fewer characters are in many words.
  const forms = encoded.filter(({ length }) => length > 3);
  return [password, password.toUpperCase(), password.toLowerCase(), ...forms];
}

/** Converts a text to what it has in common with all of its encodings. */
function fold(text: string): string {
  let folded = text
    .replace(/\\u([\da-f]{4})/gi, toCharacter)
    .replace(/[\x80-\ud7ff\ue000-\u{10ffff}]+/gu, encodeURIComponent);
  // A secret may look percent-encoded itself.
  for (let round = 0; round < 4; round++) folded = folded.replace(/%([2-7][\da-f])/gi, toCharacter);
  // A space is `+` in a form, and Base64 has two alphabets.
  return folded
    .replace(/\\/g, "")
    .replace(/[+ /_]/g, "-")
    .toLowerCase();
}

const toCharacter = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
