import type { Credential } from "../../../src/openapi/security.ts";

/** A credential of a call, and the environment variable from which a sample reads it. */
export interface CallCredential extends Credential {
  variable: string;
  scheme: string;
  /** Whether the client's `token` can be this credential alone. */
  isToken: boolean;
  /** Whether it's sent in Base64, as Basic is. */
  isBase64: boolean;
}

/** The only token that samples and the playground send to the mock, which accepts any. */
export const demoToken = "demo-token-not-secret";

/** The mock on its default port. */
export const mockAddress = "http://127.0.0.1:4010";

/** Writes the client's option `token`, unless it is one secret that the client can find itself. */
export const writeTokenOption = (
  credentials: CallCredential[],
  write: (credential: CallCredential) => string,
): string | undefined =>
  credentials.every(({ isToken }) => isToken && credentials.length === 1)
    ? undefined
    : `{ ${credentials.map((credential) => `${writeKey(credential.scheme)}: ${write(credential)}`).join(", ")} }`;

const writeKey = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);

/** Returns the value of a credential's variable for the mock. */
export const demoValueOf = ({ isBase64 }: Pick<CallCredential, "isBase64">): string =>
  isBase64 ? `demo:${demoToken}` : demoToken;
