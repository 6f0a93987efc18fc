import type { CallRecord, Finding } from "../errors.ts";
import { isPlainObject } from "../options.ts";
import { isSuccess, type Received } from "./attempt.ts";
import { type Call, fail } from "./call.ts";
import { retryAfter } from "./retry.ts";

const decoder = new TextDecoder();
const mostShown = 2 ** 14;

/** What to do about a status, by RFC 9110. The service's own meaning of it is unknown. */
function advice(status: number, { path }: CallRecord): string {
  if (status < 400) return "Redirects aren't followed: check baseUrl.";
  if (status === 401 || status === 403) return "Check the token.";
  if (status === 404)
    return path?.startsWith("/api/v2/") ? "Check baseUrl and the path values." : "Paths start with /api/v2/.";
  return status > 499 || status === 408 || status === 429 ? "Try again later." : "Check the request.";
}

type Judgement =
  | { kind: "unexpected-content" | "unsuccessful" }
  | { kind: "http"; retryAfterMs: number | undefined }
  | { kind: "contract"; findings: readonly Finding[] };

/**
 * The value of a response.
 * @throws PhoneAgentError where it isn't the expected success.
 */
export function judge(call: Call, received: Received): unknown {
  const { status, headers, bytes } = received;
  const { record, route, settings } = call;
  const { expects } = route;
  const text = decoder.decode(bytes);
  const json = parse(text);
  const judged = (failure: Judgement, message: string): never => {
    const body = json && text.length <= mostShown ? json.value : text.slice(0, mostShown) || undefined;
    const hint = text ? " See error.body." : "";
    return fail(call, { ...failure, status, headers, body, message: message + hint });
  };

  if (!isSuccess(received)) {
    // The mock's rejection is a sentence of ours.
    const detail = headers.get("mock-source") === "mock" && (json?.value as { detail?: unknown })?.detail;
    const what =
      typeof detail === "string"
        ? `The mock rejected the request (status ${status}): ${detail}`
        : `The service responded with status ${status}. ${advice(status, record)}`;
    judged({ kind: "http", retryAfterMs: retryAfter(headers) }, what);
  }
  if (expects && bytes.length > settings.maxBodyBytes) {
    judged({ kind: "unexpected-content" }, `The body is larger than ${settings.maxBodyBytes} bytes (maxBodyBytes).`);
  }
  const value = json?.value as { success?: unknown } | undefined;
  const isObject = isPlainObject(value);
  if (isObject && (value.success === false || (expects === "envelope" && value.success !== true))) {
    judged({ kind: "unsuccessful" }, "The service reported no success.");
  }
  if (!expects || (expects === "optional" && !text)) return undefined;
  if (!json || (!isObject && (expects === "object" || expects === "envelope"))) {
    const type = headers.get("content-type");
    const known = type?.match(/^(text|application)\/(html|plain|xml|json|octet-stream)\b/)?.[0];
    const found = json ? "JSON, but no object" : text ? "not JSON" : "empty";
    judged(
      { kind: "unexpected-content" },
      `The body is ${found} (status ${status}, ${type ? (known ?? "another content type") : "no content type"}). Check baseUrl.`,
    );
  }
  const findings = settings.validate?.(record.operation, value).filter(({ kind }) => kind === "contradiction") ?? [];
  if (findings.length > 0) {
    judged(
      { kind: "contract", findings },
      `The response contradicts the contract in ${findings.length} place(s): see error.findings.`,
    );
  }
  return value;
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
