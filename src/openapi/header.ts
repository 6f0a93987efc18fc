/** Headers that frame the message, which is the server's task. */
export const framingHeaders = [
  "connection",
  "content-length",
  "keep-alive",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** Returns whether a server can send a header that a contract declares: bodies aren't encoded. */
export const isSendableHeader = (name: string): boolean =>
  /^[!#$%&'*+.^_`|~\w-]+$/.test(name) &&
  ![...framingHeaders, "content-encoding"].includes(name.toLowerCase());

/**
 * Reads the parameters of a header, by name in lower case (RFC 9110, 5.6.6). Of several with one
 * name the first counts, and nothing counts from where the syntax is broken.
 */
export function readParameters(header: string): Readonly<Record<string, string>> {
  const parameters: Record<string, string> = Object.create(null);
  const [start = ""] = header.split(";", 1);
  for (const [, name = "", quoted, bare = ""] of header.slice(start.length).matchAll(parameter))
    parameters[name.toLowerCase()] ??= quoted?.replaceAll('\\"', '"') ?? bare.trim();
  return parameters;
}

// A quote ends a value only before the next parameter. Browsers don't escape a backslash before it.
const parameter = /;\s*([^\s=;"]*)\s*(?:=\s*(?:"((?:\\"|[^"])*)"(?=\s*(?:;|$))\s*|([^;"]*)))?/gy;

/**
 * Reads what the head of a form's part says of it (RFC 7578); the name is `undefined` if it isn't
 * one.
 */
export function readPartHead(head: string) {
  const [line = "", value = ""] =
    /^content-disposition:[ \t]*form-data[ \t]*(;[^\r\n]*)?/im.exec(head) ?? [];
  const parameters = readParameters(value);
  const isFile = "filename" in parameters || "filename*" in parameters;
  return { line, name: parameters["name"], isFile };
}
