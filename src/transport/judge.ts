import { isPlainObject } from "../check.ts";
import type { Finding } from "../errors.ts";
import { isSuccess, type Received } from "./attempt.ts";
import { type Call, fail } from "./call.ts";
import { expectedBodies, mediaType } from "./expected.ts";
import { retryAfter } from "./retry.ts";

const decoder = new TextDecoder();
const mostShown = 2 ** 14;

/** What to do about a status, by RFC 9110. The service's own meaning of it is unknown. */
function advice(status: number, { record, route }: Call): string {
  if (status < 400) return " Redirects aren't followed: check baseUrl.";
  if (status === 401 || status === 403) return " Check the token.";
  if (status === 404) {
    return record.path?.startsWith("/api/v2/") ? " Check baseUrl and the path values." : " Paths start with /api/v2/.";
  }
  if (status > 499 || status === 408 || status === 429) return route.repeatable ? " Try again later." : "";
  return " Check the request.";
}

/**
 * The value of a response.
 * @throws PhoneAgentError where it isn't the expected success.
 */
export function judge(call: Call, received: Received): unknown {
  const { status, headers, bytes } = received;
  const { record, route, settings } = call;
  const expected = expectedBodies(route);
  const expects = (body: string) => expected.includes(body);
  const text = decoder.decode(bytes);
  const json = parse(text);
  const judged = (failure: Judgement, message: string): never => {
    // A slice of the text would keep all of it.
    const cut = bytes.length > mostShown && decoder.decode(bytes.subarray(0, mostShown));
    const body = cut || (json ? json.value : text || undefined);
    return fail(call, { ...failure, status, headers, body, message: `${message}${text && " See error.body."}` });
  };
  const unexpected = (what: string) =>
    judged({ kind: "unexpected-content" }, `The body is ${what} (status ${status}). Check baseUrl.`);

  if (received.stream) return received.stream;
  if (!isSuccess(received)) {
    const location = status > 299 && status < 400 && expects("location") && headers.get("location");
    if (location) return location;
    // The mock's rejection is a sentence of ours. No service on HTTPS can pass for it.
    const isMock = settings.baseUrl.startsWith("http:") && headers.get("mock-source") === "mock";
    const detail = isMock && (json?.value as { detail?: unknown })?.detail;
    const what =
      typeof detail === "string"
        ? `The mock rejected the request (status ${status}): ${detail.slice(0, 300)}`
        : `The service responded with status ${status}.${advice(status, call)}`;
    judged({ kind: "http", retryAfterMs: retryAfter(headers) }, what);
  }
  if (expected[0] && bytes.length > settings.maxBodyBytes) {
    unexpected(`larger than maxBodyBytes, ${settings.maxBodyBytes}`);
  }
  const value = json?.value as { success?: unknown } | undefined;
  const isObject = isPlainObject(value);
  if (isObject && (value.success === false || (expects("envelope") && value.success !== true))) {
    judged({ kind: "unsuccessful" }, "The service reported no success.");
  }
  if (!expected[0] || (!text && expects("nothing"))) return undefined;
  if (mediaType(route, headers)?.startsWith("text/")) return text;
  const wanted = expected.find((body) => !/nothing|\//.test(body));
  if (!json || !wanted) unexpected(text ? `not ${wanted ? "JSON" : expected.join(" or ")}` : "empty");
  if (!isObject && wanted !== "any") unexpected("not a JSON object");
  const findings = settings.validate?.(record.operation, value).filter(({ kind }) => kind === "contradiction") ?? [];
  if (findings.length > 0) {
    judged({ kind: "contract", findings }, "The response contradicts the contract: see error.findings.");
  }
  return value;
}

type Judgement =
  | { kind: "unexpected-content" | "unsuccessful" }
  | { kind: "http"; retryAfterMs: number | undefined }
  | { kind: "contract"; findings: readonly Finding[] };

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
