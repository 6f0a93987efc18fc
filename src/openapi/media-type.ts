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
