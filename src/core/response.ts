import { type MockExchange, type MockResponse, matchedRequestOf, type SelectedResponse } from "./exchange.ts";
import { canHaveContent, type Fault } from "./faults.ts";
import type { Preferences } from "./preferences.ts";
import { isRejection, type Rejection, toProblemDetails } from "./rejection.ts";

export function toResponse(exchange: MockExchange, markDelivered: () => void): MockResponse {
  const { result, step } = exchange;
  const isRejected = isRejection(result);
  const delay = isRejected ? 0 : (step.delay ?? 0);
  const fault = isRejected ? undefined : selectFault(exchange, result);
  const headers = isRejected
    ? createRejectionHeaders(exchange, result)
    : createAcceptedHeaders(exchange, result, fault);
  const { status } = result;
  if (!isRejected) return { status, headers, body: result.body, delay, fault, markDelivered };
  const body = result.response?.body ?? JSON.stringify(toProblemDetails(result));
  return { status, headers, body, delay, fault, markDelivered, rejection: result.detail };
}

function selectFault({ method, step: { fault } }: MockExchange, { status }: SelectedResponse): Fault | undefined {
  return fault === "reset" || (method !== "HEAD" && canHaveContent(status)) ? fault : undefined;
}

/** Returns the headers of a rejection. They include the reason, as a body that the contract documents can't. */
function createRejectionHeaders(
  exchange: MockExchange,
  { headers, detail, response }: Rejection,
): Record<string, string> {
  const operation = matchedRequestOf(exchange)?.id;
  return {
    ...(response ? response.headers : { "content-type": "application/problem+json" }),
    ...headers,
    ...(operation !== undefined && { "mock-operation": encodeURI(operation) }),
    "mock-source": "mock",
    "mock-rejection": toHeaderText(detail),
  };
}

function createAcceptedHeaders(
  exchange: MockExchange,
  result: SelectedResponse,
  fault?: Fault,
): Record<string, string> {
  const { remaining, requestPreferences } = exchange;
  const undeclared = matchedRequestOf(exchange)?.undeclared ?? [];
  const applied = requestPreferences ? listAppliedPreferences(requestPreferences, result, fault) : [];
  const headers: Record<string, string> = { ...result.headers };
  if (remaining !== undefined) headers["mock-times-left"] = String(remaining);
  if (undeclared.length > 0) headers["mock-undeclared"] = undeclared.map(encodeURIComponent).join(", ");
  if (applied.length > 0) headers["preference-applied"] = applied.join(", ");
  if (fault) headers["mock-fault"] = fault;
  if (fault === "garbage") headers["content-type"] = "application/json";
  return headers;
}

/** Lists applied preferences (RFC 7240, 3). An example is listed without its name, which has its own header. */
function listAppliedPreferences(
  preferences: Preferences,
  { source, example }: SelectedResponse,
  fault?: Fault,
): string[] {
  const applied: { readonly [Name in keyof Preferences]?: boolean } = {
    example: preferences.example === example,
    dynamic: preferences.dynamic === (source === "generated"),
    fault: preferences.fault === fault,
  };
  return Object.entries(preferences)
    .filter(([name]) => applied[name as keyof Preferences] ?? true)
    .map(([name, value]) => (name === "example" ? name : `${name}=${value}`));
}

// Clients have limits for a header.
const maxHeader = 1000;

export const toHeaderText = (text: string): string => text.slice(0, maxHeader).replace(/[^ -~]+/g, "?");
