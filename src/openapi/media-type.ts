import { parseHeaderParameters } from "./header.ts";

export const essenceOf = (mediaType: string): string =>
  mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";

/** Returns whether a header can have a media type of a contract: printable ASCII. */
export const isSendableType = (mediaType: string): boolean => /^[ -~]+$/.test(mediaType);

export const isJson = (mediaType: string): boolean =>
  /^[^/]+\/([^;]*\+)?json$/.test(essenceOf(mediaType));

export const isXml = (mediaType: string): boolean => /[/+]xml$/.test(essenceOf(mediaType));

export const isMultipart = (mediaType: string): boolean =>
  essenceOf(mediaType).startsWith("multipart/");

export const isUrlEncoded = (mediaType: string): boolean =>
  essenceOf(mediaType) === "application/x-www-form-urlencoded";

/** Returns whether a body is read as a text. Events are a stream, which may never end. */
export const isReadAsText = (mediaType: string): boolean =>
  /^text\/(?!event-stream\b)/i.test(mediaType.trim());

const isInRange = (mediaType: string, range: string): boolean =>
  range === "*/*" ||
  range === mediaType ||
  (range.endsWith("/*") && mediaType.startsWith(range.slice(0, -1)));

const parametersOf = (mediaType: string) =>
  Object.entries(parseHeaderParameters(mediaType.toLowerCase())).map(
    ([name, value]) => `${name}=${value}`,
  );

/**
 * Returns how closely a media type fits a requested one; each can be a range. Fewer asterisks are
 * closer, then more parameters of the requested type. If they don't fit, returns minus infinity.
 */
export function closenessOf(requestedType: string, mediaType: string): number {
  const [requestedEssence, essence] = [essenceOf(requestedType), essenceOf(mediaType)];
  const fits = isInRange(requestedEssence, essence) || isInRange(essence, requestedEssence);
  const [requestedParameters, parameters] = [parametersOf(requestedType), parametersOf(mediaType)];
  const differs = requestedParameters.some((requested) => {
    const name = requested.split("=", 1)[0];
    const isSame = (parameter: string) => parameter.split("=", 1)[0] === name;
    return (
      !/^(q|charset|boundary)$/.test(name ?? "") &&
      parameters.some(isSame) &&
      !parameters.includes(requested)
    );
  });
  if (!fits || differs) return Number.NEGATIVE_INFINITY;
  const commonParameters = requestedParameters.filter((parameter) =>
    parameters.includes(parameter),
  );
  const asterisks = `${requestedEssence}${essence}`.split("*").length;
  return 2 * commonParameters.length - requestedParameters.length - 100 * asterisks;
}

/** Finds the content whose media type fits a requested one most closely. */
export function findContent<Item extends { readonly mediaType: string }>(
  contents: readonly Item[],
  requestedType: string,
): Item | undefined {
  const closeness = (content: Item) => closenessOf(requestedType, content.mediaType);
  const [closest] = contents.toSorted((a, b) => closeness(b) - closeness(a));
  return closest && Number.isFinite(closeness(closest)) ? closest : undefined;
}
