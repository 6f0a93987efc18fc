import { findContent, isJson } from "./media-type.ts";

export const isSuccessStatus = (status: string | number): boolean =>
  /^2(\d\d|XX)$/.test(`${status}`);

export const isRedirectStatus = (status: string | number): boolean =>
  /^3(\d\d|XX)$/.test(`${status}`);

/**
 * Returns whether a key of the responses is a status code, a range of them, or `default`. Others
 * are extensions.
 */
export const isStatus = (key: string): boolean => /^([1-5](\d\d|XX)|default)$/.test(key);

/** RFC 9110, 15.3.5, 15.3.6 and 15.4.5. */
export const canHaveContent = (status: number): boolean => ![204, 205, 304].includes(status);

/**
 * Finds what is declared for a status: under its code, its range, or else `default`, which covers
 * each status that isn't declared.
 */
export function findDeclared<Item extends { readonly code: string }>(
  responses: readonly Item[],
  status: number,
): Item | undefined {
  const find = (code: string) => responses.find((response) => response.code === code);
  return find(`${status}`) ?? find(`${Math.trunc(status / 100)}XX`) ?? find("default");
}

/** Returns whether a success or a redirect is declared, so that `default` has the failures. */
export const hasOutcome = (responses: readonly { readonly code: string }[]): boolean =>
  responses.some(({ code }) => isSuccessStatus(code) || isRedirectStatus(code));

/**
 * Finds the contents of which the body of a response has one.
 * @param status Default: that of any success.
 * @param mediaType Default, and if it isn't declared: any JSON, which clients read as such.
 */
export const findContents = <Body extends { readonly mediaType: string }>(
  responses: readonly { readonly code: string; readonly contents: readonly Body[] }[],
  status?: number,
  mediaType?: string,
): Body[] =>
  findBodies(responses, status).flatMap(({ contents }) => {
    const content = mediaType === undefined ? undefined : findContent(contents, mediaType);
    return content ? [content] : contents.filter((other) => isJson(other.mediaType));
  });

/** Returns the declared responses that have the body of a status; without a status, of a success. */
export function findBodies<Item extends { readonly code: string }>(
  responses: readonly Item[],
  status?: number,
): Item[] {
  const isOutcomeDeclared = hasOutcome(responses);
  const isSuccess = ({ code }: Item) =>
    isOutcomeDeclared ? isSuccessStatus(code) : code === "default";
  if (status === undefined) return responses.filter(isSuccess);
  const declared = findDeclared(responses, status);
  if (!declared) return [];
  const isFailure = declared.code === "default" && !isSuccess(declared);
  return isFailure && isSuccessStatus(status) ? [] : [declared];
}
