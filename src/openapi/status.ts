export const isSuccessStatus = (status: string | number): boolean =>
  /^2(\d\d|XX)$/.test(`${status}`);

/**
 * Returns whether a key of the responses is a status code, a range of them, or `default`. Others
 * are extensions.
 */
export const isStatus = (key: string): boolean => /^([1-5](\d\d|XX)|default)$/.test(key);

/**
 * Finds what is declared for a status: under its code, its range, or else `default`, which covers
 * each status that isn't declared.
 */
export const findDeclared = <Item extends { readonly code: string }>(
  responses: readonly Item[],
  status: number,
): Item | undefined =>
  [`${status}`, `${Math.trunc(status / 100)}XX`, "default"]
    .flatMap((code) => responses.find((response) => response.code === code) ?? [])
    .at(0);
