export const isSuccessStatus = (status: string | number): boolean =>
  /^2(\d\d|XX)$/.test(`${status}`);

/**
 * Returns whether a key of the responses is a status code, a range of them, or `default`. Others
 * are extensions.
 */
export const isStatus = (key: string): boolean => /^([1-5](\d\d|XX)|default)$/.test(key);
