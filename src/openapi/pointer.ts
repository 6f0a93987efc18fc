/** Returns the keys of a JSON pointer such as `/components/schemas/Token` (RFC 6901). */
export const parsePointer = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

export const pointerOf = (keys: readonly (string | number)[]): string =>
  keys.map((key) => `/${`${key}`.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

export const valueAt = (root: unknown, keys: readonly (string | number)[]): unknown =>
  keys.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string | number, unknown>)[key]
        : undefined,
    root,
  );
