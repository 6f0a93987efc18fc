/** Returns whether a status code of the contract is a success: `200`, another 2xx, or `2XX`. */
export const isSuccessStatus = (status: string): boolean => /^2(\d\d|XX)$/.test(status);
