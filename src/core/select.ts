import type { Backend, MatchedRequest, SelectedResponse } from "./exchange.ts";
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

/** A function that completes the response to a request. */
type CompleteResponse = () => Promise<SelectedResponse>;

/** Selects the response to a valid request, by the step that applies to it. */
export function selectResponse(
  request: MatchedRequest,
  preferred: Step,
  selector: Selector,
): CompleteResponse | Rejection {
  const { operation } = request;
  const { example } = preferred;
  // An example of the operation precedes a failure of the same name.
  const isExample = example !== undefined && exampleNamesOf(operation).includes(example);
  const failure = isExample ? undefined : selector.failures.get(example ?? "");
  const step = failure ? { ...dropExample(preferred), ...failure } : preferred;
  const response = findDeclaredResponse(operation, step.code, step.example);
  if (!response) return reject(404, "The contract declares no response with this status code.");
  const status = step.code ?? statusOf(response.code, operation);
  return selectContent(request, { response, status, step, failure: failure && example }, selector);
}

/** Adds the response that the contract documents for a rejection, or the unknowns that leave it open. */
export async function completeRejection(
  request: MatchedRequest,
  rejection: Rejection,
  selector: Selector,
): Promise<Rejection> {
  const { operation } = request;
  const response = findDeclaredRejection(operation, rejection.status);
  const status = /^\d+$/.test(response?.code ?? "") ? Number(response?.code) : rejection.status;
  // Without its query: a rejection has no pages.
  const withoutQuery = { ...request, query: new URLSearchParams() };
  const complete = response && selectContent(withoutQuery, { response, status, step: {} }, selector);
  if (complete && !isRejection(complete)) return { ...rejection, status, response: await complete() };
  const { unknowns } = findDeclaredResponse(operation, rejection.status) ?? {};
  return { ...rejection, ...(unknowns && { unknowns }) };
}

/** A declared response, and the step for which it was selected. */
interface Choice {
  readonly response: DeclaredResponse;
  readonly status: number;
  readonly step: Step;
  /** The name of the tester's failure. */
  readonly failure?: string | undefined;
}

/** The last response with each example. Without page inputs and headers of a step, later ones differ only in status. */
const storedResponses = new WeakMap<Example, SelectedResponse>();

/** Selects the content of a response and its body, which is generated as the response is completed. */
function selectContent(request: MatchedRequest, choice: Choice, selector: Selector): CompleteResponse | Rejection {
  const { id, operation, query, headers } = request;
  const { response, status, step, failure } = choice;
  const content = negotiate(headers["accept"], filterByExample(response.contents, step.example));
  if (content && isRejection(content)) return content;
  const pageInputs = readPageInputs(query, operation.pagination);
  if (isRejection(pageInputs)) return pageInputs;
  const body: Body | Rejection =
    "body" in step ? { value: step.body, source: "tester" } : selectBody(request, content, step, pageInputs, selector);
  if (isRejection(body)) return body;
  const name = failure ?? (canHaveContent(status) ? body.name : undefined);
  const isStorable = step.headers === undefined && pageInputs === noPageInputs;
  const example = isStorable ? content?.examples.get(name ?? "") : undefined;
  return async () => {
    const storedResponse = example && storedResponses.get(example);
    if (storedResponse?.status === status) return storedResponse;
    const generatedBody =
      body.source === "generated" && content && (await selector.generate?.(id, response.code, content.mediaType));
    const completeBody = { ...body, ...generatedBody, name };
    const created = createResponse(request, choice, content, completeBody, pageInputs, selector);
    if (example) storedResponses.set(example, created);
    return created;
  };
}

interface Body {
  /** Absent if the body is to be generated, or the response has none. */
  readonly value?: unknown;
  /** The name of the example, or of the tester's failure. */
  readonly name?: string | undefined;
  /** Absent without content, and for a placeholder: the body is unknown, or this server can't generate it. */
  readonly source?: SelectedResponse["source"];
  /** Why the body couldn't be generated. */
  readonly problem?: string;
}

/** Selects an example, the page after a cursor, a body to be generated, or the placeholder of an unknown one. */
function selectBody(
  { operation: { pagination }, pathValues }: MatchedRequest,
  content: Content | undefined,
  { example: requestedExample, dynamic }: Step,
  { cursor }: PageInputs,
  { generate }: Selector,
): Body | Rejection {
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

function createResponse(
  { id, operation: { pagination } }: MatchedRequest,
  { response, status, step }: Choice,
  content: Content | undefined,
  { value, name, source, problem }: Body,
  pageInputs: PageInputs,
  { problems }: Selector,
): SelectedResponse {
  const hasContent = value !== undefined && canHaveContent(status);
  const declaredHeaders = response.headers.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]));
  const responseHeaders: Record<string, string> = { ...Object.fromEntries(declaredHeaders), ...step.headers };
  const unspecified = [
    ...(response.code === String(status) ? [] : ["status"]),
    ...(canHaveContent(status) && !(content?.specified && source) ? ["body"] : []),
    ...response.headers.flatMap(({ name }) => (name in responseHeaders ? [] : [`header ${name}`])),
    ...listUnusedInputs(pageInputs),
  ];
  const allProblems = [...(problems?.(id) ?? []), ...(problem === undefined ? [] : [problem])];
  if (hasContent) responseHeaders["content-type"] ??= sentTypeOf(content?.mediaType, value);
  Object.assign(responseHeaders, { "mock-source": source ?? "contract", "mock-operation": encodeURI(id) });
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
