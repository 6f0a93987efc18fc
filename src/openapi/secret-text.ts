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

/** Returns a secret, its bytes, and what of them Base64 has, whatever is around them. */
function formsOf(secret: string): string[] {
  const password = secret.replace(/^[^:]*:(?=.{4})/s, "");
  const bytes = String.fromCharCode(...new TextEncoder().encode(password));
  // Three bytes make four characters. What follows changes the last one.
  const encoded = [0, 1, 2].map((start) => btoa(bytes.slice(start)).replace(/.=+$/, ""));
  // Fewer characters are in many words.
  return [password, bytes, ...encoded.filter(({ length }) => length > 3)];
}

/** Converts a text to what it has in common with all of its encodings. */
function fold(text: string): string {
  let folded = text;
  // A secret may look encoded itself.
  for (let round = 0; round < 4; round++)
    folded = folded.replace(/\\u([\da-f]{4})|%([\da-f]{2})/gi, (_, unit, byte) =>
      String.fromCharCode(Number.parseInt(unit ?? byte, 16)),
    );
  // A space is `+` in a form, and Base64 has two alphabets.
  return folded
    .replace(/\\/g, "")
    .replace(/[+ /_]/g, "-")
    .toLowerCase();
}
