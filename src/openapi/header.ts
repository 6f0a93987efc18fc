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
