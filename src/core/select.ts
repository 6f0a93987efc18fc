import type { Backend, GeneratedBody, MatchedRequest, SelectedResponse } from "./exchange.ts";
import { canHaveContent } from "./faults.ts";
import { isJson, negotiate, toBodyText } from "./media.ts";
import {
  type Content,
  type DeclaredResponse,
  type Example,
  exampleNamesOf,
  findDeclaredRejection,
  findDeclaredResponse,
  statusOf,
} from "./operation.ts";
import { cutPage, followCursor, listUnusedInputs, noPageInputs, type PageInputs, readPageInputs } from "./pages.ts";
import { dropExample, type Step } from "./preferences.ts";
import { isRejection, type Rejection, reject, unknownExample } from "./rejection.ts";
import { toHeaderText } from "./response.ts";

type Selector = Pick<Backend, "failures" | "generate" | "problems">;

/** The declared response to a request, and the origin of its body. */
export interface Selection extends SelectedBody {
  readonly response: DeclaredResponse;
  readonly status: number;
  /** Absent if the response has no body. */
  readonly content: Content | undefined;
  /** The headers of the tester's step. */
  readonly headers: Readonly<Record<string, string>>;
  readonly pageInputs: PageInputs;
}

interface SelectedBody {
  /** Absent if the body is to be generated, or the response has none. */
  readonly value?: unknown;
  /** The name of the example, or of the tester's failure. */
  readonly name?: string | undefined;
  /** Absent without content, and for a placeholder: the body is unknown, or this server can't generate it. */
  readonly source?: SelectedResponse["source"];
}

const noHeaders: Readonly<Record<string, string>> = {};

/** Selects the response to a valid request, by the step that applies to it. */
export function selectResponse(request: MatchedRequest, preferred: Step, selector: Selector): Selection | Rejection {
  const { operation, query, headers } = request;
  const { example } = preferred;
  // An example of the operation precedes a failure of the same name.
  const isExample = example !== undefined && exampleNamesOf(operation).includes(example);
  const failure = isExample ? undefined : selector.failures.get(example ?? "");
  const step = failure ? { ...dropExample(preferred), ...failure } : preferred;
  const response = findDeclaredResponse(operation, step.code, step.example);
  if (!response) return reject(404, "The contract declares no response with this status code.");
  const content = negotiate(headers["accept"], filterByExample(response.contents, step.example));
  if (content && isRejection(content)) return content;
  const pageInputs = readPageInputs(query, operation.pagination);
  if (isRejection(pageInputs)) return pageInputs;
  const body: SelectedBody | Rejection =
    "body" in step ? { value: step.body, source: "tester" } : selectBody(request, content, step, pageInputs, selector);
  if (isRejection(body)) return body;
  const status = step.code ?? statusOf(response.code, operation);
  const name = failure ? example : canHaveContent(status) ? body.name : undefined;
  return { response, status, content, headers: step.headers ?? noHeaders, pageInputs, ...body, name };
}

/** Adds the response that the contract documents for a rejection, or the unknowns that leave it open. */
export async function completeRejection(
  request: MatchedRequest,
  rejection: Rejection,
  selector: Selector,
): Promise<Rejection> {
  const { operation, headers } = request;
  const response = findDeclaredRejection(operation, rejection.status);
  const { unknowns } = findDeclaredResponse(operation, rejection.status) ?? {};
  const undocumented = { ...rejection, ...(unknowns && { unknowns }) };
  const content = response && negotiate(headers["accept"], response.contents);
  if (!response || (content && isRejection(content))) return undocumented;
  const body = selectBody(request, content, {}, noPageInputs, selector);
  if (isRejection(body)) return undocumented;
  const status = /^\d+$/.test(response.code) ? Number(response.code) : rejection.status;
  const selection = { response, status, content, headers: noHeaders, pageInputs: noPageInputs, ...body };
  return { ...rejection, status, response: await completeResponse(request, selection, selector) };
}

/** Selects an example, the page after a cursor, a body to be generated, or the placeholder of an unknown one. */
function selectBody(
  { operation: { pagination }, pathValues }: MatchedRequest,
  content: Content | undefined,
  { example: requestedExample, dynamic }: Step,
  { cursor }: PageInputs,
  { generate }: Selector,
): SelectedBody | Rejection {
  if (!content) return requestedExample === undefined ? {} : unknownExample;
  const { examples, specified } = content;
  // A body that the contract leaves open is never generated, even on request.
  if (!(dynamic && specified)) {
    const following = cursor === undefined || !pagination ? undefined : followCursor(examples, pagination, cursor);
    if (following && isRejection(following)) return following;
    if (following && "body" in following) return { value: following.body, source: "contract" };
    const name = requestedExample ?? following?.name ?? usualExampleOf(pathValues, content);
    const example = name === undefined ? undefined : examples.get(name);
    if (name !== undefined) return example ? { ...example, name } : unknownExample;
  }
  if (specified && generate) return { source: "generated" };
  if (specified && dynamic) return reject(422, "The test server generates no bodies. The mock server does.");
  return { value: isJson(content.mediaType) ? null : "" };
}

/** The last response with each example. Without page inputs and headers of a step, later ones differ only in status. */
const storedResponses = new WeakMap<Example, SelectedResponse>();

/** Completes a selected response, and generates its body if that was selected. */
export async function completeResponse(
  request: MatchedRequest,
  selection: Selection,
  selector: Selector,
): Promise<SelectedResponse> {
  const { response, status, content, headers, pageInputs, name = "" } = selection;
  const isStorable = headers === noHeaders && pageInputs === noPageInputs;
  const example = isStorable ? content?.examples.get(name) : undefined;
  const storedResponse = example && storedResponses.get(example);
  if (storedResponse?.status === status) return storedResponse;
  const mustGenerate = selection.source === "generated" && content;
  const generation = mustGenerate ? await selector.generate?.(request.operation, response, content) : undefined;
  const created = createResponse(request, { ...selection, ...generation }, selector);
  if (example) storedResponses.set(example, created);
  return created;
}

function createResponse(
  { id, operation: { pagination } }: MatchedRequest,
  {
    response,
    status,
    content,
    name,
    value,
    source,
    problem,
    headers,
    pageInputs,
  }: Selection & Pick<GeneratedBody, "problem">,
  { problems }: Selector,
): SelectedResponse {
  const hasContent = value !== undefined && canHaveContent(status);
  const unspecified = [
    ...(response.code === String(status) ? [] : ["status"]),
    ...(canHaveContent(status) && !(content?.specified && source) ? ["body"] : []),
    ...response.headers.flatMap(({ name, value }) =>
      (value ?? headers[name]) === undefined ? [`header ${name}`] : [],
    ),
    ...listUnusedInputs(pageInputs),
  ];
  const allProblems = [...(problems?.(id) ?? []), ...(problem === undefined ? [] : [problem])];
  const responseHeaders: Record<string, string> = {};
  if (hasContent) responseHeaders["content-type"] = sentTypeOf(content?.mediaType, value);
  for (const { name, value } of response.headers) if (value !== undefined) responseHeaders[name] = value;
  Object.assign(responseHeaders, headers, { "mock-source": source ?? "contract", "mock-operation": encodeURI(id) });
  if (name !== undefined) responseHeaders["mock-example"] = encodeURIComponent(name);
  if (unspecified.length > 0) responseHeaders["mock-unspecified"] = unspecified.join(", ");
  if (allProblems.length > 0) responseHeaders["mock-problem"] = toHeaderText(allProblems.join(" "));
  const page = pagination && name !== undefined ? cutPage(value, pagination, pageInputs) : value;
  const body = hasContent ? toBodyText(page, responseHeaders["content-type"]) : "";
  return { status, body, source: source ?? "contract", code: response.code, example: name, headers: responseHeaders };
}

/** Returns the contents that have the example, or all of them if none has. */
function filterByExample(contents: readonly Content[], example: string | undefined): readonly Content[] {
  const matches = example === undefined ? [] : contents.filter(({ examples }) => examples.has(example));
  return matches.length > 0 ? matches : contents;
}

/** Returns the name of the example that is named like a path value, or of the first. */
const usualExampleOf = (pathValues: Readonly<Record<string, string>>, { examples }: Content): string | undefined =>
  Object.values(pathValues).find((value) => examples.has(value)) ?? examples.keys().next().value;

/** Returns the type of a body. A range such as `*\/*` isn't a type, so the value decides. */
const sentTypeOf = (mediaType = "application/json", body: unknown): string =>
  !mediaType.includes("*") ? mediaType : typeof body === "string" ? "text/plain" : "application/json";
