import { attempt, isPlainObject } from "./entries.ts";
import { CallFailure, type Head } from "./errors.ts";

/** What is known of a call that fails. */
export interface Progress {
  /** The secrets of its requests. */
  readonly secrets: string[];
  /** Whether the request of the latest attempt may have left. */
  isSent?: boolean;
  /** What arrived of the response to it. */
  head?: Head | undefined;
}

type Reason = { code?: unknown; digest?: unknown; cause?: { code?: unknown } };

/**
 * Creates the failure for what `fetch`, or before it a token function, threw. Its message names a
 * code or the class: another text could quote the URL, and so the token. What was thrown is the
 * cause unless it has a system's code, or may contain a secret.
 */
export function createReasonFailure(reason: unknown, { isSent, secrets }: Progress): CallFailure {
  if (reason instanceof CallFailure) return reason;
  const error = Object(reason) as Reason;
  const [code, digest] = [error.cause?.code ?? error.code, error.digest].map(
    (value) => /^[A-Z][A-Z\d_]+$/.exec(String(value))?.[0],
  );
  // Not the reason's own property: a service may have sent it.
  const className = Object.getPrototypeOf(error)?.constructor?.name;
  // Node has codes for mistakes, too. A parser quotes a secret that it couldn't parse and nobody
  // has seen.
  const isHidden = code?.startsWith("ERR_") === false || (!isSent && reason instanceof SyntaxError);
  const cause =
    !isHidden && attempt(() => mayQuote(reason, secrets)) === false ? reason : undefined;
  const details = ` (${code || className || "Object"}).${cause ? " See error.cause." : ""}`;
  const message = isSent
    ? `No complete response${details} Check baseUrl and the network.`
    : `The token function failed${details}`;
  return new CallFailure({
    kind: isSent ? "network" : "configuration",
    code,
    digest,
    cause,
    message,
  });
}

/**
 * Returns whether a value may contain a secret, in a form that the MCP server knows, or has texts
 * out of sight.
 */
export function mayQuote(value: unknown, secrets: readonly string[]): boolean {
  const parts = new Set([value]);
  // The set grows as it is read.
  for (const part of parts) {
    if (Object(part) !== part) continue;
    if (!(part instanceof Error || isPlainObject(part) || Array.isArray(part))) return true;
    for (const key of [...Reflect.ownKeys(part), "name", "message", "stack"]) {
      parts.add(key).add((part as unknown as Record<PropertyKey, unknown>)[key]);
    }
  }
  const text = [...parts].map(String).join(" ");
  const isIn = (form: string) => simplify(text).includes(simplify(form));
  // What an escape hides may be anything, except for a space, which the mock's sentences have.
  return /%(?!20)[\da-f]{2}|\\u[\da-f]{4}/i.test(text) || secrets.flatMap(formsOf).some(isIn);
}

const simplify = (text: string) => text.replace(/%20|[\W_]/g, "").toLowerCase();

/**
 * Returns a secret without its user, and what of it Base64 encodes alike, whatever stands before.
 */
function formsOf(secret: string): string[] {
  const password = secret.replace(/^[^:]*:/, "");
  const bytes = new TextEncoder().encode(password);
  // Three bytes make four characters. What stands behind changes the last one.
  const encode = (start: number) =>
    btoa(String.fromCharCode(...bytes.slice(start))).replace(/.=+$/, "");
  return [password, ...[0, 1, 2].map(encode)];
}
