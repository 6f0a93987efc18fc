import type { OperationRow } from "../../generated/operations.ts";
import type { Finding, Told } from "../errors.ts";
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
  const wrong = (
    kind: Told["kind"],
    what: string,
    more?: { retryAfterMs?: number | undefined; findings?: Finding[] },
  ) => {
    const contentType = clean(headers.get("content-type") ?? "") || undefined;
    // Answers to do with tokens hold tokens, under names that nobody has shown.
    const shown = /token/i.test(operation) ? undefined : excerpt(text, clean) || undefined;
    const reason = `${clean(what)}${shown ? ". See excerpt." : "."}`;
    return { trouble: { kind, reason, status, contentType, excerpt: shown, ...more } as Told };
  };
  const unexpected = (what: string) =>
    wrong(
      "unexpected-content",
      `${what} (status ${status}, ${headers.get("content-type") ?? "no content type"}). Check baseUrl`,
    );

  if (!success) {
    const advice = status < 400 ? ". Redirects are not followed: check baseUrl" : "";
    return wrong("http", `the service answered with status ${status}${advice}`, { retryAfterMs: retryAfter(headers) });
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
