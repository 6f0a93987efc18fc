import type { OperationRow } from "../../generated/operations.ts";
import type { Finding, Told } from "../errors.ts";
import type { Settings } from "../options.ts";
import { type Answer, excerpt } from "./body.ts";
import { retryAfter } from "./retry.ts";
import { redact } from "./token.ts";

/** What a success must carry. Of an operation that the contract does not know: JSON, or nothing. */
export type Due = OperationRow["expects"] | "optional";

const decoder = new TextDecoder();

export const isSuccess = ({ status }: Answer): boolean => status > 199 && status < 300;

/** What a status asks of the caller, as RFC 9110 defines it. The service's own meaning of it is not shown. */
function advice(status: number): string {
  if (status < 400) return "Redirects are not followed: check baseUrl";
  if (status === 401 || status === 403) return "Check the token";
  if (status === 404) return "Check baseUrl and the values in the path";
  return status > 499 || status === 408 || status === 429 ? "Try again later" : "Check what was sent";
}

/** The value in an answer, or what is wrong with it. */
export function judge(
  operation: string,
  due: Due,
  answer: Answer,
  { maxBodyBytes, validate }: Settings,
  tokens: readonly string[],
): { value?: unknown; trouble?: Told } {
  const { status, headers, bytes } = answer;
  const success = isSuccess(answer);
  if (success && !due) return {};
  const clean = (text: string) => redact(text, tokens);
  const text = decoder.decode(bytes);
  const wrong = (
    kind: Told["kind"],
    what: string,
    more?: { retryAfterMs?: number | undefined; findings?: Finding[] },
  ) => {
    const contentType = clean(headers.get("content-type") ?? "") || undefined;
    // Answers to do with tokens hold tokens, under names that nobody has shown.
    const shown = /token/i.test(operation) ? undefined : excerpt(text, tokens) || undefined;
    const reason = `${clean(what)}${shown ? ". See excerpt." : "."}`;
    return { trouble: { kind, reason, status, contentType, excerpt: shown, ...more } as Told };
  };
  const unexpected = (what: string) =>
    wrong(
      "unexpected-content",
      `${what} (status ${status}, ${headers.get("content-type") ?? "no content type"}). Check baseUrl`,
    );

  if (!success) {
    const what = `the service answered with status ${status}. ${advice(status)}`;
    return wrong("http", what, { retryAfterMs: retryAfter(headers) });
  }
  if (bytes.length > maxBodyBytes) return wrong("unexpected-content", "the body is longer than maxBodyBytes");
  if (due === "optional" && !text) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unexpected(text ? "the body is not JSON" : "the body is empty");
  }
  if (due === "object" || due === "envelope") {
    if (Object(value) !== value || Array.isArray(value)) return unexpected("the body is no JSON object");
    if (due === "envelope" && (value as { success: unknown }).success !== true) {
      return wrong("unsuccessful", "the answer does not say success: true");
    }
  }
  const findings = validate?.(operation, value)
    .filter(({ kind }) => kind === "contradiction")
    .map(({ kind, pointer, message }) => ({ kind, pointer: clean(pointer), message: clean(message) }));
  if (findings?.[0]) {
    const places = findings.map(({ pointer, message }) => `${pointer} ${message}`).join("; ");
    return wrong("contract", `the answer contradicts the contract: ${places}`, { findings });
  }
  return { value };
}
