import { createSecretTest } from "../openapi/secret-text.ts";
import type { Call } from "./call.ts";
import { attempt } from "./entries.ts";
import { Failure } from "./errors.ts";

interface SystemError {
  code?: unknown;
  syscall?: unknown;
  message?: unknown;
  /** Of each address that was tried. */
  errors?: SystemError[];
}
type Thrown = SystemError & { digest?: unknown; cause?: SystemError | null };

/** Codes that are no secret, whoever threw them. */
const knownCodes = /^E(CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|NOENT|ACCES)$/;
/**
 * Codes of failures before anything was sent, and what `fetch` says of a port that it blocks. An
 * `ERR_SSL_` alert, of a certificate too, can follow a request.
 */
const unsent = /^(?!ERR_SSL_).*(REFUSED|NOTFOUND|EAI_|CONNECT_T|CERT|VERIFY)|^bad port$/;

/**
 * Creates the failure for what `fetch`, or before it a token function, threw. Its message names a
 * code or the error's name: another text could quote the URL, and so the token.
 */
export function fromThrown(call: Call, thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  const { isSent, settings } = call;
  const hasSecret = createSecretTest(settings.secrets);
  const isCode = (text: string) => isSent && /^[A-Z][A-Z\d_]+$/.test(text) && !hasSecret(text);
  const error = Object(thrown) as Thrown;
  const failed = error.cause ?? error;
  const [code, digest] = [failed.code ?? error.code, error.digest].map((value) => {
    const text = String(value);
    return knownCodes.test(text) || isCode(text) ? text : undefined;
  });
  const details = ` (${code ?? nameOf(thrown)}).`;
  if (!isSent)
    return new Failure("configuration", `The token function failed${details}`, { code, digest });
  const { syscall } = failed.errors?.[0] ?? failed;
  if (!call.head && (syscall === "connect" || unsent.test(`${code ?? failed.message}`)))
    call.isSent = false;
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
