import type { Credential } from "../../../src/openapi/security.ts";

/** A credential of a call, and the environment variable from which a sample reads it. */
export interface CallCredential extends Credential {
  variable: string;
  scheme: string;
  /** Whether the client's `token` can be this credential alone. */
  isToken: boolean;
}

/** The value of an environment variable. Basic needs it in Base64. */
export interface Secret {
  variable: string;
  isBase64?: boolean;
}

/** A part of a header. */
export type HeaderPart = string | Secret;

/** Returns the headers of credentials. Cookies share one, after those that aren't credentials. */
export function headersOf(
  credentials: CallCredential[],
  cookies: string[] = [],
): [name: string, parts: HeaderPart[]][] {
  const headers = new Map<string, HeaderPart[]>(cookies.length > 0 ? [["cookie", [cookies.join("; ")]]] : []);
  for (const { in: location, name, variable } of credentials) {
    if (location === "header") headers.set(name, [{ variable }]);
    if (location === "authorization") {
      const scheme = name.slice(0, 1).toUpperCase() + name.slice(1);
      headers.set("authorization", [`${scheme} `, { variable, isBase64: name === "basic" }]);
    }
    if (location === "cookie") {
      const parts = headers.get("cookie") ?? [];
      headers.set("cookie", [...parts, `${parts.length > 0 ? "; " : ""}${name}=`, { variable }]);
    }
  }
  return [...headers];
}

/** The only token that samples and the playground send to the mock, which accepts any. */
export const demoToken = "demo-token-not-secret";

/** The default port of the mock is replaced by that of the page if `npm start` serves it. */
export const mockAddress = "http://127.0.0.1:4010";

/** Writes the client's option `token`, unless it is one secret that the client can find itself. */
export const writeTokenOption = (
  credentials: CallCredential[],
  write: (credential: CallCredential) => string,
): string | undefined =>
  credentials.every(({ isToken }) => isToken && credentials.length === 1)
    ? undefined
    : `{ ${credentials.map((credential) => `${writeKey(credential.scheme)}: ${write(credential)}`).join(", ")} }`;

const writeKey = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** Returns the value of a variable for the mock. */
export const demoValueOf = ({ isBase64 }: Pick<Secret, "isBase64">): string =>
  isBase64 ? `demo:${demoToken}` : demoToken;

/** Returns the demo token as the client takes it. */
export const demoSecretOf = ({ in: location, name }: Credential): string =>
  demoValueOf({ isBase64: location === "authorization" && name === "basic" });

export function writeDemoHeader(parts: HeaderPart[]): string {
  const writePart = (secret: Secret) => (secret.isBase64 ? btoa(demoValueOf(secret)) : demoToken);
  return parts.map((part) => (typeof part === "string" ? part : writePart(part))).join("");
}
