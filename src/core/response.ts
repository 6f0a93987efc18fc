import { describeFindings } from "../openapi/differences.ts";
import { isObject } from "../openapi/json.ts";
import { essenceOf, findContent, isJson, isXml } from "../openapi/media-type.ts";
import {
  type Content,
  type DeclaredResponse,
  type Example,
  sentHeadersOf,
} from "../openapi/operation.ts";
import { canHaveContent } from "../openapi/status.ts";
import type { EngineAdapter } from "./engine-adapter.ts";
import type { MatchedRequest, SelectedResponse, Source } from "./exchange.ts";
import { canWrite, sentTypeOf, toBodyText } from "./media.ts";
import { cutPage, listUnusedInputs } from "./pages.ts";
import type { Claim } from "./plan.ts";
import type { Fault, Preferences } from "./preferences.ts";
import { type Rejection, reject, toProblemDetails } from "./rejection.ts";
import type { Body, Selection } from "./select.ts";

/** Adds to the response what the step of an accepted request does besides, and says it in headers. */
export function applyStep(
  result: SelectedResponse,
  { method, undeclared }: MatchedRequest,
  { step, requestPreferences, remaining }: Claim,
): SelectedResponse {
  const { delay } = step;
  // Without content, a connection can only be reset.
  const hasContent = method !== "HEAD" && canHaveContent(result.status);
  const fault = hasContent || step.fault === "reset" ? step.fault : undefined;
  const isGarbage = fault === "garbage";
  const applied = listAppliedPreferences(requestPreferences, result, fault);
  const headers: Record<string, string> = { ...result.headers };
  if (remaining !== undefined) headers["mock-times-left"] = String(remaining);
  if (undeclared.length > 0)
    headers["mock-undeclared"] = toHeaderList(undeclared.map(encodeURIComponent));
  if (applied.length > 0) headers["preference-applied"] = applied.join(", ");
  if (fault) headers["mock-fault"] = fault;
  if (isGarbage) headers["content-type"] = "application/json";
  return {
    ...result,
    headers,
    body: isGarbage ? '{"garbage": \u0000' : result.body,
    delay,
    fault,
  };
}

/**
 * Lists applied preferences (RFC 7240, 3). An example is listed without its name, which has its own
 * header.
 */
function listAppliedPreferences(
  preferences: Preferences,
  { example, source }: SelectedResponse,
  fault: Fault | undefined,
) {
  const dynamic = source === "generated";
  const applied: Readonly<Record<string, unknown>> = { ...preferences, example, dynamic, fault };
  return Object.entries(preferences)
    .filter(([name, value]) => applied[name] === value)
    .map(([name, value]) => (name === "example" ? name : `${name}=${value}`));
}

/**
 * Creates the response to a rejected request. Its headers include the reason, as a body of the
 * contract can't.
 * @param response What the contract documents for the rejection. Default: problem details.
 * @param unknowns The ids of the contract's unknowns that leave the response open.
 */
export function toRejected(
  rejection: Rejection,
  id?: string,
  response?: SelectedResponse,
  unknowns?: readonly string[],
): SelectedResponse {
  return {
    status: response?.status ?? rejection.status,
    body: response?.body ?? JSON.stringify(toProblemDetails(rejection, unknowns)),
    source: "mock",
    headers: {
      ...(response?.headers ?? { "content-type": "application/problem+json" }),
      ...rejection.headers,
      ...(id !== undefined && { "mock-operation": toHeaderName(id) }),
      "mock-source": "mock",
      "mock-rejection": toHeaderText(rejection.detail),
    },
    rejection: rejection.detail,
  };
}

// In characters. Clients have limits for a header.
const maxHeader = 1000;

const toAscii = (text: string): string => text.replace(/[^ -~]+/g, "?");

/**
 * Replaces what a header can't have. A long text ends with the number of characters that it leaves
 * out.
 */
export function toHeaderText(text: string): string {
  const [start, rest] = [text.slice(0, maxHeader), text.slice(maxHeader)];
  return toAscii(rest === "" ? start : `${start}... and ${rest.length} more`);
}

/** Joins items, and at the end the number of those that it leaves out. */
export function toHeaderList(items: readonly string[]): string {
  const text = toAscii(items.join(", "));
  if (text.length <= maxHeader) return text;
  const end = text.slice(0, maxHeader).split(", ").length - 1;
  return toAscii([...items.slice(0, end), `and ${items.length - end} more`].join(", "));
}

/** Encodes what a header can't have, and leaves the rest as it was written. */
const toHeaderName = (name: string): string =>
  toHeaderText(name.replace(/[^ -~]+/g, encodeURIComponent));

/** Asserts that a body of the tester can be written. */
export function assertBody(value: unknown, subject: string, advice: string): void {
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (!/^(Object|Array|Date|String|Number|Boolean|Null)$/.test(kind))
    throw new TypeError(`${subject} ${kind.toLowerCase()}. ${advice}`);
}

/**
 * The last response with each example, and with each body that is generated the same each time.
 * Later ones differ only in status. It saves a fifth of a call's time.
 */
const renderedResponses = new WeakMap<Example | Content, SelectedResponse>();

/** Returns what a response is the same for; `undefined` if its request or step changes it. */
function findConstant({ step, failure, pageInputs, content, body }: Selection) {
  const isChanged = step.headers !== undefined || Object.keys(pageInputs).length > 0;
  if (isChanged || failure !== undefined) return undefined;
  if (body.source !== "generated") return content?.examples.get(body.name ?? "");
  return step.dynamic ? undefined : content;
}

export async function renderResponse(
  selection: Selection,
  adapter: EngineAdapter,
): Promise<SelectedResponse> {
  const constant = findConstant(selection);
  const rendered = constant && renderedResponses.get(constant);
  if (rendered?.status === selection.status) return rendered;
  const result = await render(selection, adapter);
  if (constant && result.rejection === undefined) renderedResponses.set(constant, result);
  return result;
}

async function render(selection: Selection, adapter: EngineAdapter): Promise<SelectedResponse> {
  const {
    request,
    response,
    status,
    step,
    failure,
    pageInputs,
    content,
    body: selectedBody,
  } = selection;
  const isGenerated = selectedBody.source === "generated";
  const generate = step.dynamic ? adapter.generateRandom : adapter.generate;
  const generatedBody = isGenerated && content ? await generate?.(content) : undefined;
  if (generatedBody?.isUninstalled)
    return toRejected(reject(501, generatedBody.problem ?? ""), request.id);
  const { value: planned, name: exampleName }: Body = { ...selectedBody, ...generatedBody };
  const name = failure ?? exampleName;
  const value = typeof planned === "function" ? await planned(request) : planned;
  if (typeof planned === "function") {
    assertBody(value, "Your body function returned", "Return a value, or null.");
  }
  const source = isGenerated && value === undefined ? undefined : selectedBody.source;
  const { id, operation, validators } = request;
  const hasContent = value !== undefined && canHaveContent(status);
  const headers: Record<string, string> = { ...sentHeadersOf(response), ...step.headers };
  const unspecified = [
    ...(response.code === String(status) ? [] : ["status"]),
    ...(canHaveContent(status) && !(content?.specified && source) ? ["body"] : []),
    ...response.headers.flatMap(({ name }) => (name in headers ? [] : [`header ${name}`])),
    ...listUnusedInputs(pageInputs),
  ];
  if (hasContent)
    headers["content-type"] ??= sentTypeOf(content?.mediaType ?? "application/json", value);
  const ownProblem =
    hasContent && "body" in step
      ? await comparePlanned(id, status, response, headers["content-type"] ?? "", value, adapter)
      : undefined;
  if (ownProblem !== undefined && adapter.strict) return toRejected(reject(500, ownProblem), id);
  const unwrittenProblem =
    (hasContent && findUnwritten(headers["content-type"] ?? "", value, source)) || [];
  const allProblems = [
    validators.problems ?? [],
    generatedBody?.problem ?? [],
    ownProblem ?? [],
    unwrittenProblem,
  ].flat();
  Object.assign(headers, {
    "mock-source": source ?? "contract",
    "mock-operation": toHeaderName(id),
  });
  if (name !== undefined) headers["mock-example"] = toHeaderText(encodeURIComponent(name));
  if (unspecified.length > 0) headers["mock-unspecified"] = toHeaderList(unspecified);
  if (allProblems.length > 0) headers["mock-problem"] = toHeaderText(allProblems.join(" "));
  const { pagination } = operation;
  const page = pagination && name !== undefined ? cutPage(value, pagination, pageInputs) : value;
  const body = hasContent ? toBodyText(page, headers["content-type"]) : "";
  return {
    status,
    body,
    source: source ?? "contract",
    code: response.code,
    example: name,
    headers,
  };
}

/** Says that a body isn't of its type: the mock makes no archives, documents and the like. */
function findUnwritten(mediaType: string, body: unknown, source: Source | undefined) {
  const isText = typeof body === "string";
  if (isXml(mediaType)) return isText ? undefined : "The mock writes no XML: the body is JSON.";
  if (source === "contract" || source === "tester" || canWrite(mediaType)) return undefined;
  return `The mock writes no ${essenceOf(mediaType)}: the body is ${isText ? "a text" : "JSON"}.`;
}

/** Says how a planned body differs from the contract; of a failure's envelope, nothing is known. */
async function comparePlanned(
  id: string,
  status: number,
  { contents }: DeclaredResponse,
  mediaType: string,
  body: unknown,
  { compare }: EngineAdapter,
): Promise<string | undefined> {
  const isFailure = isObject(body) && body["success"] === false;
  if (!compare || isFailure) return undefined;
  const problem = "The planned body doesn't match the contract:";
  if (contents.some(({ specified }) => specified) && !findContent(contents, mediaType)) {
    const mediaTypes = contents.map((content) => content.mediaType).join(" or ");
    return `${problem} its type must be ${mediaTypes}.`;
  }
  if (!isJson(mediaType)) return undefined;
  const findings = await compare(id, status, mediaType, body);
  const problems = describeFindings(findings.filter(({ kind }) => kind !== "unknown-field"));
  return problems.length === 0 ? undefined : `${problem} ${problems.join("; ")}.`;
}
