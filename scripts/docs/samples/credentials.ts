import type { Credential } from "../../../src/openapi/security.ts";

/** A credential of a call, and the environment variable from which a sample reads it. */
export interface CallCredential extends Credential {
  variable: string;
  scheme: string;
  /** Whether the client's `token` can be this credential alone. */
  isToken: boolean;
}

/** A part of a header: a text, or the value of an environment variable, which Basic needs in Base64. */
export type HeaderPart = string | { variable: string; isBase64: boolean };

/** Returns the headers of credentials. Cookies share one, after those that aren't credentials. */
export function headersOf(
  credentials: CallCredential[],
  cookies: string[] = [],
): [name: string, parts: HeaderPart[]][] {
  const headers = new Map<string, HeaderPart[]>(cookies.length > 0 ? [["cookie", [cookies.join("; ")]]] : []);
  for (const { in: location, name, variable } of credentials) {
    if (location === "header") headers.set(name, [{ variable, isBase64: false }]);
    if (location === "authorization") {
      const scheme = name.slice(0, 1).toUpperCase() + name.slice(1);
      headers.set("authorization", [`${scheme} `, { variable, isBase64: name === "basic" }]);
    }
    if (location === "cookie") {
      const parts = headers.get("cookie") ?? [];
      headers.set("cookie", [...parts, `${parts.length > 0 ? "; " : ""}${name}=`, { variable, isBase64: false }]);
    }
  }
  return [...headers];
}

/** The only token that samples and the playground send to the mock, which accepts any. */
export const demoToken = "demo-token-not-secret";

/** Writes the client's option `token`, unless it is one secret that the client can find itself. */
export const writeTokenOption = (
  credentials: CallCredential[],
  write: (credential: CallCredential) => string,
): string | undefined =>
  credentials.every(({ isToken }) => isToken && credentials.length === 1)
    ? undefined
    : `{ ${credentials.map((credential) => `${writeKey(credential.scheme)}: ${write(credential)}`).join(", ")} }`;

const writeKey = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** Returns the demo token as the client takes it. */
export const demoSecretOf = ({ in: location, name }: Credential): string =>
  location === "authorization" && name === "basic" ? `demo:${demoToken}` : demoToken;

export const writeDemoHeader = (parts: HeaderPart[]): string =>
  parts
    .map((part) => (typeof part === "string" ? part : part.isBase64 ? btoa(`demo:${demoToken}`) : demoToken))
    .join("");
