export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a media type is JSON, as `application/json; charset=utf-8` and `application/merge-patch+json` are. */
export const isJson = (mediaType: string): boolean => /^[^;]*[/+]json\b/i.test(mediaType);
