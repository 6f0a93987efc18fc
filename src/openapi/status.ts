/** Whether a status of the document is one of success: `200`, another 2xx, or `2XX`. */
export const isSuccessStatus = (status: string): boolean => /^2(\d\d|XX)$/.test(status);
