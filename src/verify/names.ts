/**
 * Names in traffic can be data: a map has phone numbers for its names, or tokens. One that the contract doesn't have is
 * printed only if it is made of plain words, such as `lastReadAt` or `read_only`.
 */
export function isPlainName(name: string): boolean {
  const words = name.split(/[_-]|(?<=[a-z])(?=[A-Z])/);
  return words.length <= 6 && words.every((word) => word.length <= 14 && plainWord.test(word));
}
const plainWord = /^(?=.*[aeiouy])[A-Z]?[a-z]{1,13}$|^(ID|URL|URI|SMS|SIP|IP)$/i;

/** A JSON pointer (RFC 6901) as its names and indices. */
export const keysOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

export const pointerOf = (keys: readonly string[]): string =>
  keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** The value at a place; `undefined` where there is none. */
export const valueAt = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((found, key) => (Object.hasOwn(Object(found), key) ? Object(found)[key] : undefined), value);

/** The JSON type of a value. */
export function typeOf(value: unknown): string {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** A media type by its name where it is a usual one: others are foreign text. */
export const mediaTypeName = (mediaType: string | undefined): string =>
  mediaType === undefined ? "none" : usual.has(mediaType) ? mediaType : "an unusual one";

const usual = new Set(
  `application/json application/problem+json application/xml application/octet-stream application/pdf
  application/x-www-form-urlencoded application/x-ndjson application/javascript text/javascript text/html text/plain
  text/xml text/csv text/event-stream multipart/form-data multipart/mixed image/png image/jpeg image/svg+xml image/webp
  audio/mpeg audio/wav`.split(/\s+/),
);
