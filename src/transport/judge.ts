import type { OperationRow } from "../../generated/operations.ts";
import type { Told } from "../errors.ts";
import type { Settings } from "../options.ts";
import { type Answer, excerpt } from "./body.ts";
import { retryAfter } from "./retry.ts";

/** What a success must carry. Of an operation that the contract does not know: JSON, or nothing. */
export type Due = OperationRow["answer"] | "optional";

const decoder = new TextDecoder();

/** The value in an answer, or what is wrong with it. */
export function judge(
  operation: string,
  due: Due,
  { status, headers, bytes }: Answer,
  { maxBodyBytes, validate }: Settings,
  clean: (text: string) => string,
): { value?: unknown; trouble?: Told } {
  const success = status > 199 && status < 300;
  if (success && !due) return {};
  const text = decoder.decode(bytes);
  // Answers to do with tokens hold tokens, under names that nobody has shown.
  const answered = () => ({
    status,
    contentType: clean(headers.get("content-type") ?? "") || undefined,
    excerpt: /token/i.test(operation) ? undefined : excerpt(text, clean) || undefined,
  });
  const unexpected = (what: string): { trouble: Told } => {
    const { contentType, ...rest } = answered();
    const reason = `${what} (status ${status}, ${contentType ?? "no content type"}). Check baseUrl.`;
    return { trouble: { kind: "unexpected-content", reason, contentType, ...rest } };
  };

  if (!success) {
    const advice = status < 400 ? "Redirects are not followed: check baseUrl." : "Its excerpt may say why.";
    const reason = `the service answered with status ${status}. ${advice}`;
    return { trouble: { kind: "http", reason, retryAfterMs: retryAfter(headers), ...answered() } };
  }
  if (bytes.length > maxBodyBytes) return unexpected("the body is longer than maxBodyBytes");
  if (due === "optional" && !text) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unexpected("the body is not JSON");
  }
  if (due === "object" || due === "envelope") {
    if (Object(value) !== value || Array.isArray(value)) return unexpected("the body is no JSON object");
    if (due === "envelope" && (value as { success: unknown }).success !== true) {
      const reason = "the answer does not say success: true. Its excerpt may say why.";
      return { trouble: { kind: "unsuccessful", reason, ...answered() } };
    }
  }
  const findings = validate?.(operation, value).filter(({ kind }) => kind === "contradiction");
  if (findings?.[0]) {
    const reason = `the answer contradicts the contract: ${findings.map((at) => `${at.pointer} ${at.message}`).join("; ")}.`;
    return { trouble: { kind: "contract", findings, reason: clean(reason), ...answered() } };
  }
  return { value };
}
