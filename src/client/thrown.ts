import { createSecretTest } from "../openapi/secret-text.ts";
import type { Call } from "./call.ts";
import { attempt } from "./entries.ts";
import { Failure } from "./errors.ts";

interface SystemError {
  code?: unknown;
  syscall?: unknown;
  /** Of each address that was tried. */
  errors?: SystemError[];
}
type Thrown = SystemError & { digest?: unknown; cause?: SystemError };

/** The codes of a token function's failure that are shown: any other may be a secret. */
const knownCodes = /^E(CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|NOENT|ACCES)$/;

/**
 * Creates the failure for what `fetch`, or before it a token function, threw. Its message names a
 * code or the error's name: another text could quote the URL, and so the token.
 */
export function fromThrown(call: Call, thrown: unknown): Failure {
  const { isSent, settings } = call;
  if (thrown instanceof Failure) return thrown;
  const hasSecret = createSecretTest(settings.secrets);
  const error = Object(thrown) as Thrown;
  const [code, digest] = [error.cause?.code ?? error.code, error.digest].map((value) => {
    const text = String(value);
    const isShown = isSent
      ? /^[A-Z][A-Z\d_]+$/.test(text) && !hasSecret(text)
      : knownCodes.test(text);
    return isShown ? text : undefined;
  });
  const details = ` (${code ?? nameOf(thrown)}).`;
  if (!isSent)
    return new Failure("configuration", `The token function failed${details}`, { code, digest });
  const { cause: failed = error } = error;
  // Without a connection, nothing was sent.
  if ((failed.errors?.[0] ?? failed).syscall === "connect") call.isSent = false;
  const cause = attempt(() => copyOf(thrown, hasSecret));
  const see = cause && !code ? " See error.cause." : "";
  const message = `No complete response${details}${see} Check baseUrl and the network.`;
  return new Failure("network", message, { code, digest, cause });
}

/** Returns the name of an error of the platform: any other could be a secret. */
export const nameOf = (thrown: unknown): string => {
  const { name } = Object(thrown) as Error;
  return /^(Type|Range|Syntax|Reference|Aggregate|Abort|Timeout)?Error$/.test(name)
    ? name
    : "Object";
};

/**
 * Copies an error, of another realm too, and its causes, without their other fields. Throws if a
 * text has a secret.
 */
function copyOf(
  thrown: unknown,
  hasSecret: (text: string) => boolean,
  depth = 0,
): Error | undefined {
  const error = Object(thrown) as Error;
  if (!error.stack || depth > 9) return undefined;
  const [name, message, stack] = [`${error.name}`, `${error.message}`, `${error.stack}`];
  if ([name, message, stack].some(hasSecret)) throw new TypeError();
  const cause = copyOf(error.cause, hasSecret, depth + 1);
  return Object.assign(new Error(message, cause && { cause }), { name, stack });
}
