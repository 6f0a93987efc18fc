import type { Backend, MatchedRequest, SelectedResponse } from "./exchange.ts";
import { canHaveContent } from "./faults.ts";
import { bodyText, isJson, negotiate } from "./media.ts";
import {
  type Content,
  type DeclaredResponse,
  type Example,
  examplesOf,
  findDeclaredRejection,
  findDeclaredResponse,
  statusOf,
} from "./operation.ts";
import { cutPage, followCursor, noPageInputs, type PageInputs, readPageInputs } from "./pages.ts";
import { type Step, withoutExample } from "./preferences.ts";
import { isRejection, type Rejection, reject, unknownExample } from "./rejection.ts";
import { headerText } from "./response.ts";

type Selector = Pick<Backend, "failures" | "generate" | "problems">;

/** The declared response to a request, and the origin of its body. */
export interface Selection {
  readonly response: DeclaredResponse;
  readonly status: number;
  /** Absent if the response has no body. */
  readonly content: Content | undefined;
  readonly body: SelectedBody;
  /** The name of the tester's failure, if the step names one. */
  readonly failure: string | undefined;
  /** The headers of the tester's step. */
  readonly headers: Readonly<Record<string, string>>;
  readonly pageInputs: PageInputs;
  /** The example, if the response depends on nothing else. */
  readonly usual: Example | undefined;
}

interface SelectedBody {
  /** Absent if the body is to be generated, or the response has none. */
  readonly value?: unknown;
  /** The name of the example. */
  readonly name?: string;
  /** Absent for a placeholder: the contract leaves the body open, or this server can't generate it. */
  readonly source?: SelectedResponse["source"];
}

/** Selects the response to a valid request, by the step that applies to it. */
export function selectResponse(
  request: MatchedRequest,
  preferred: Step,
  { failures, generate }: Selector,
): Selection | Rejection {
  const { operation, query, headers } = request;
  // An example of the operation precedes a failure of the same name.
  const isExample = preferred.example !== undefined && examplesOf(operation).includes(preferred.example);
  const failure = isExample ? undefined : failures.get(preferred.example ?? "");
  const step = failure ? { ...withoutExample(preferred), ...failure } : preferred;
  const response = findDeclaredResponse(operation, step.code, step.example);
  if (!response) return reject(404, "The contract declares no response with this status code.");
  const content = negotiate(headers["accept"], withExample(response.contents, step.example));
  if (content && isRejection(content)) return content;
  const pageInputs = readPageInputs(query, operation.pagination);
  if (isRejection(pageInputs)) return pageInputs;
  const body: SelectedBody | Rejection =
    "body" in step
      ? { value: step.body, source: "tester" }
      : selectBody(request, content, step, pageInputs, generate !== undefined);
  if (isRejection(body)) return body;
  const status = step.code ?? statusOf(response.code, operation);
  const isUsual = step.code === undefined && step.headers === undefined && pageInputs === noPageInputs;
  const usual = isUsual && body.name !== undefined ? content?.examples.get(body.name) : undefined;
  const failureName = failure && preferred.example;
  return { response, status, content, body, failure: failureName, headers: step.headers ?? {}, pageInputs, usual };
}

/** Completes a rejection with the response that the contract documents for it, or with the unknowns that leave it open. */
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
  const body = selectBody(request, content, {}, {}, selector.generate !== undefined);
  if (isRejection(body)) return undocumented;
  const status = /^\d+$/.test(response.code) ? Number(response.code) : rejection.status;
  const selection = {
    response,
    status,
    content,
    body,
    failure: undefined,
    headers: {},
    pageInputs: {},
    usual: undefined,
  };
  return { ...rejection, status, response: await completeResponse(request, selection, selector) };
}

/** Selects an example, the page after a cursor, a body to be generated, or the placeholder of an unknown one. */
function selectBody(
  { operation: { pagination }, pathValues }: MatchedRequest,
  content: Content | undefined,
  { example: requestedExample, dynamic }: Step,
  { cursor }: PageInputs,
  canGenerate: boolean,
): SelectedBody | Rejection {
  if (!content) return requestedExample === undefined ? {} : unknownExample;
  const { examples, specified } = content;
  // A body that the contract leaves open is never generated, even on request.
  if (!(dynamic && specified)) {
    const following = cursor === undefined || !pagination ? undefined : followCursor(examples, pagination, cursor);
    if (following && isRejection(following)) return following;
    if (following && "body" in following) return { value: following.body, source: "contract" };
    const name = requestedExample ?? following?.name ?? usualExample(pathValues, content);
    const example = name === undefined ? undefined : examples.get(name);
    if (name !== undefined) return example ? { ...example, name } : unknownExample;
  }
  if (specified && canGenerate) return { source: "generated" };
  if (specified && dynamic) return reject(422, "The test server generates no bodies. The mock server does.");
  return { value: isJson(content.mediaType) ? null : "" };
}

/**
 * The response by its example, if it has the first status of its code and nothing from the request or the tester: it is
 * the same for all requests.
 */
const usualResponses = new WeakMap<Example, SelectedResponse>();

/** Completes a selected response. Its body is generated here, if it has no example. */
export async function completeResponse(
  request: MatchedRequest,
  selection: Selection,
  selector: Selector,
): Promise<SelectedResponse> {
  const { usual } = selection;
  const storedResponse = usual && usualResponses.get(usual);
  if (storedResponse) return storedResponse;
  const response = await createResponse(request, selection, selector);
  if (usual) usualResponses.set(usual, response);
  return response;
}

async function createResponse(
  { id, operation }: MatchedRequest,
  { response, status, content, body, failure, headers, pageInputs }: Selection,
  { generate, problems }: Selector,
): Promise<SelectedResponse> {
  const generation =
    body.source === "generated" && content ? await generate?.(operation, response, content) : undefined;
  const problem = generation && "problem" in generation ? generation.problem : undefined;
  const source = problem === undefined ? (body.source ?? "contract") : "contract";
  const value = generation && "body" in generation ? generation.body : body.value;
  const hasContent = value !== undefined && canHaveContent(status);
  const example = failure ?? (hasContent ? body.name : undefined);
  const unspecified = [
    ...(response.code === String(status) ? [] : ["status"]),
    ...(canHaveContent(status) && !(content?.specified && body.source) ? ["body"] : []),
    ...response.headers.flatMap(({ name, value }) =>
      (value ?? headers[name]) === undefined ? [`header ${name}`] : [],
    ),
    ...(pageInputs.unreadOnly === undefined ? [] : ["unreadOnly"]),
  ];
  const allProblems = [...(problems?.(id) ?? []), ...(problem === undefined ? [] : [problem])];
  const responseHeaders: Record<string, string> = {};
  if (hasContent) responseHeaders["content-type"] = sentType(content?.mediaType, value);
  for (const { name, value } of response.headers) if (value !== undefined) responseHeaders[name] = value;
  Object.assign(responseHeaders, headers, { "mock-source": source });
  if (example !== undefined) responseHeaders["mock-example"] = encodeURIComponent(example);
  if (unspecified.length > 0) responseHeaders["mock-unspecified"] = unspecified.join(", ");
  if (allProblems.length > 0) responseHeaders["mock-problem"] = headerText(allProblems.join(" "));
  const page =
    operation.pagination && body.name !== undefined ? cutPage(value, operation.pagination, pageInputs) : value;
  const text = hasContent ? bodyText(page, responseHeaders["content-type"]) : "";
  return { status, body: text, source, code: response.code, example, headers: responseHeaders };
}

/** Returns the contents that have the example, or all of them if none has. */
function withExample(contents: readonly Content[], example: string | undefined): readonly Content[] {
  const matches = example === undefined ? [] : contents.filter(({ examples }) => examples.has(example));
  return matches.length > 0 ? matches : contents;
}

/** Returns the name of the example that is named like a path value, or of the first. */
const usualExample = (pathValues: Readonly<Record<string, string>>, { examples }: Content): string | undefined =>
  Object.values(pathValues).find((value) => examples.has(value)) ?? examples.keys().next().value;

/** Returns the type of a body. A range such as `*\/*` isn't a type, so the value decides. */
const sentType = (mediaType = "application/json", body: unknown): string =>
  !mediaType.includes("*") ? mediaType : typeof body === "string" ? "text/plain" : "application/json";
