import { type MockExchange, type MockResponse, matched, type SelectedResponse } from "./exchange.ts";
import { type Fault, faultApplies } from "./faults.ts";
import { isJson } from "./media.ts";
import type { Preferences } from "./preferences.ts";
import { isRejection, problemDetails, type Rejection } from "./rejection.ts";

// Clients have limits for a header.
const maxHeader = 1000;

/** Returns the response on the wire of an exchange. */
export function toResponse(
  exchange: MockExchange,
  run: string | string[] | undefined,
  markDelivered: () => void,
): MockResponse {
  const { preferences, result } = exchange;
  const { status } = result;
  const rejected = isRejection(result);
  const { delay = 0, fault: preferredFault } = rejected ? {} : preferences;
  const hasContent = exchange.method !== "HEAD";
  const applies = preferredFault && (hasContent ? faultApplies(preferredFault, status) : preferredFault === "reset");
  const fault = applies ? preferredFault : undefined;
  const operation = matched(exchange)?.id;
  const selected = rejected ? result.response : result;
  const body = rejected && !selected ? problemDetails(result) : selected?.body;
  const headers: Record<string, string> = selected
    ? selectedHeaders(exchange, selected, fault)
    : { "content-type": "application/problem+json" };
  if (rejected) Object.assign(headers, rejectionHeaders(result));
  if (operation !== undefined) headers["mock-operation"] = encodeURI(operation);
  if (fault) headers["mock-fault"] = fault;
  if (fault === "garbage") headers["content-type"] = "application/json";
  if (run) headers["mock-run"] = String(run);
  const content = text(body, headers["content-type"] ?? "");
  return { status, headers, body: content, delay, fault, markDelivered, ...(rejected && { rejection: result.detail }) };
}

function text(body: unknown, mediaType: string): string {
  if (body === undefined) return "";
  return typeof body === "string" && !isJson(mediaType) ? body : JSON.stringify(body);
}

/** The reason is in a header alone if the contract documents the body. */
const rejectionHeaders = ({ headers, detail }: Rejection): Record<string, string> => ({
  ...headers,
  "mock-source": "mock",
  "mock-rejection": headerText(detail),
});

const headerText = (text: string): string => text.slice(0, maxHeader).replace(/[^ -~]+/g, "?");

function selectedHeaders(exchange: MockExchange, result: SelectedResponse, fault?: Fault): Record<string, string> {
  const { mediaType, source, example, unspecified, problems } = result;
  const headers: Record<string, string> = {};
  if (mediaType !== undefined) headers["content-type"] = mediaType;
  Object.assign(headers, result.headers, { "mock-source": source });
  if (example !== undefined) headers["mock-example"] = encodeURIComponent(example);
  if (unspecified.length > 0) headers["mock-unspecified"] = unspecified.join(", ");
  if (problems.length > 0) headers["mock-problem"] = headerText(problems.join(" "));
  if (exchange.remaining !== undefined) headers["mock-times-left"] = String(exchange.remaining);
  // A name that a rejected request sent can contain its token.
  const undeclared = isRejection(exchange.result) ? [] : (matched(exchange)?.undeclared ?? []);
  if (undeclared.length > 0) headers["mock-undeclared"] = undeclared.map(encodeURIComponent).join(", ");
  const applied = appliedPreferences(exchange.requestPreferences ?? {}, result, fault);
  if (applied.length > 0) headers["preference-applied"] = applied.join(", ");
  return headers;
}

/** RFC 7240, section 3. An example is given without its name, which can be any text and has a header of its own. */
function appliedPreferences(preferences: Preferences, { source, example }: SelectedResponse, fault?: Fault): string[] {
  const applied: { readonly [Name in keyof Preferences]?: boolean } = {
    example: preferences.example === example,
    dynamic: preferences.dynamic === (source === "generated"),
    fault: preferences.fault === fault,
  };
  return Object.entries(preferences)
    .filter(([name]) => applied[name as keyof Preferences] ?? true)
    .map(([name, value]) => (name === "example" ? name : `${name}=${value}`));
}
