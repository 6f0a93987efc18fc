/** Returns a media type without its parameters, in lower case. */
export const essenceOf = (mediaType: string): string => mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";

export const isJson = (mediaType: string): boolean => /^[^/]+\/([^;]*\+)?json$/.test(essenceOf(mediaType));

export const isXml = (mediaType: string): boolean => /[/+]xml$/.test(essenceOf(mediaType));
