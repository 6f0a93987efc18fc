import { escapePattern } from "./pattern.ts";

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
export function parseHeaderParameters(header: string): Readonly<Record<string, string>> {
  const parameters: Record<string, string> = Object.create(null);
  const [start = ""] = header.split(";", 1);
  for (const [, name = "", quoted, bare = ""] of header.slice(start.length).matchAll(parameter))
    parameters[name.toLowerCase()] ??= quoted?.replaceAll('\\"', '"') ?? bare.trim();
  return parameters;
}

// A quote ends a value only before the next parameter. Browsers don't escape a backslash before it.
const parameter = /;\s*([^\s=;"]*)\s*(?:=\s*(?:"((?:\\"|[^"])*)"(?=\s*(?:;|$))\s*|([^;"]*)))?/gy;

/** A part of a form. */
export interface FormPart {
  readonly name: string;
  readonly text: string;
  /** Its media type, if it names one. */
  readonly type?: string | undefined;
  readonly isFile?: boolean;
}

/** Splits a form into its parts (RFC 7578); `undefined` if it is malformed. */
export function splitParts(text: string, boundary: string): FormPart[] | undefined {
  const delimiter = new RegExp(`\r?\n--${escapePattern(boundary)}`);
  const [, ...pieces] = `\n${text}`.split(delimiter);
  const isComplete = pieces.pop()?.startsWith("--");
  const parts = pieces.flatMap((piece) => {
    const [head = "", content = ""] = piece.split(/\r?\n\r?\n(.*)/s);
    const [, disposition = ""] =
      /^content-disposition:[ \t]*form-data[ \t]*(;[^\r\n]*)?/im.exec(head) ?? [];
    const parameters = parseHeaderParameters(disposition);
    const { name } = parameters;
    const isFile = "filename" in parameters || "filename*" in parameters;
    const [, type] = /^content-type:(.*)/im.exec(head) ?? [];
    return name === undefined ? [] : [{ name, isFile, type, text: content }];
  });
  return isComplete && parts.length === pieces.length ? parts : undefined;
}
