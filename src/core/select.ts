import { isJson, isXml } from "../openapi/media-type.ts";
import {
  type Content,
  type DeclaredResponse,
  type Example,
  sentHeadersOf,
} from "../openapi/operation.ts";
import { canHaveContent } from "../openapi/status.ts";
import type { Backend } from "./backend.ts";
import type { MatchedRequest, SelectedResponse, Source } from "./exchange.ts";
import { isPicture, negotiate, placeholderOf, sentTypeOf, toBodyText } from "./media.ts";
import {
  exampleNamesOf,
  findDeclaredRejection,
  findDeclaredResponse,
  statusOf,
} from "./operation.ts";
import { cutPage, followCursor, listUnusedInputs, noPageInputs, type PageInputs } from "./pages.ts";
import { rejectExample, type Step } from "./preferences.ts";
import { isRejection, type Rejection, reject } from "./rejection.ts";
import { toHeaderList, toHeaderName, toHeaderText, toRejected } from "./response.ts";
import { quote } from "./text.ts";

/**
 * A body. A placeholder has no source: the contract leaves the body open, or none can be generated.
 */
interface Body {
  readonly value?: unknown;
  readonly source?: Source;
  /** The name of the example, or of the tester's failure. */
  readonly name?: string | undefined;
}

/**
 * A declared response with its content, its body unless that is still to be generated, and what
 * they were chosen for.
 */
interface Selection {
  readonly request: MatchedRequest;
  readonly step: Step;
  readonly pageInputs: PageInputs;
  readonly response: DeclaredResponse;
  readonly status: number;
  readonly content: Content | undefined;
  readonly body: Body;
}
type Choice = Omit<Selection, "content" | "body">;

export function selectResponse(
  request: MatchedRequest,
  preferred: Step,
  pageInputs: PageInputs,
  backend: Backend,
): Selection | Rejection {
  const { operation } = request;
  const { example, ...otherPreferences } = preferred;
  const failure = backend.failures.get(example ?? "");
  const step = failure ? { ...otherPreferences, ...failure } : preferred;
  const response = findDeclaredResponse(operation, step.code, step.example);
  if (!response) return reject(404, "The contract declares no response with this status code.");
  const status = step.code ?? statusOf(response.code, operation);
  const selection = select({ request, response, status, step, pageInputs }, backend);
  return failure && !isRejection(selection)
    ? { ...selection, body: { ...selection.body, name: example } }
    : selection;
}

/**
 * Responds to a rejected request as the contract documents, or else with the unknowns that leave
 * the response open.
 */
export async function respondToRejected(
  request: MatchedRequest,
  rejection: Rejection,
  backend: Backend,
): Promise<SelectedResponse> {
  const { operation } = request;
  const response = findDeclaredRejection(operation, rejection.status);
  const status = /^\d+$/.test(response?.code ?? "") ? Number(response?.code) : rejection.status;
  // A rejection has no pages.
  const selection =
    response && select({ request, response, status, step: {}, pageInputs: noPageInputs }, backend);
  const documentedResponse =
    selection && !isRejection(selection) ? await writeResponse(selection, backend) : undefined;
  const { unknowns } = findDeclaredResponse(operation, rejection.status) ?? {};
  return toRejected(rejection, request.id, documentedResponse, unknowns);
}

function select(choice: Choice, backend: Backend): Selection | Rejection {
  const { request, step, pageInputs, response, status } = choice;
  const content = negotiate(
    request.headers["accept"],
    filterByExample(response.contents, step.example),
  );
  if (content && isRejection(content)) return content;
  const body = selectBody(choice, content, backend);
  return isRejection(body) ? body : { request, step, pageInputs, response, status, content, body };
}

/**
 * Selects an example, the page after a cursor, a body to be generated, or the placeholder of an
 * unknown one.
 */
function selectBody(
  { request, response, status, step, pageInputs: { cursor } }: Choice,
  content: Content | undefined,
  { generateRandom, failures }: Backend,
): Body | Rejection {
  if ("body" in step) return { value: step.body, source: "tester" };
  const rejectUnknown = (name: string) => {
    const { responses } = request.operation;
    const exampleNames = exampleNamesOf({
      responses: step.code === undefined ? responses : [response],
    });
    const known = [...exampleNames, ...failures.keys()];
    if (!exampleNamesOf(request.operation).includes(name)) return rejectExample(404, name, known);
    return reject(
      404,
      `The response ${status} has no example ${quote(name)}. Known: ${known.join(", ") || "none"}.`,
    );
  };
  if (!content) return step.example === undefined ? {} : rejectUnknown(step.example);
  const { examples, specified } = content;
  // A body that the contract leaves open is never generated, even on request.
  if (!(step.dynamic && specified)) {
    const { pathValues, operation } = request;
    const { pagination } = operation;
    const following =
      cursor === undefined || !pagination ? undefined : followCursor(examples, pagination, cursor);
    if (following && isRejection(following)) return following;
    if (following && "body" in following) return { value: following.body, source: "contract" };
    const name = step.example ?? following?.name ?? usualExampleOf(pathValues, content);
    const example = name === undefined ? undefined : examples.get(name);
    if (example)
      return {
        value: example.value,
        source: example.source,
        name: canHaveContent(status) ? name : undefined,
      };
    if (name !== undefined) return rejectUnknown(name);
  }
  if (specified && step.dynamic && !generateRandom) {
    return reject(501, "The test server generates no random bodies. The mock server does.");
  }
  if (specified && !isPicture(content.mediaType)) return { source: "generated" };
  return { value: isJson(content.mediaType) ? null : placeholderOf(content.mediaType) };
}

/**
 * The last response with each example, and with each body that is generated the same each time.
 * Without page inputs and headers of a step, later ones differ only in status. It saves a fifth of
 * a call's time.
 */
const storedResponses = new WeakMap<Example | Content, SelectedResponse>();

export async function writeResponse(
  selection: Selection,
  backend: Backend,
): Promise<SelectedResponse> {
  const { request, response, status, step, pageInputs, content, body: selectedBody } = selection;
  const isStorable = step.headers === undefined && pageInputs === noPageInputs;
  const isGenerated = selectedBody.source === "generated";
  const usualKey =
    isGenerated && !step.dynamic ? content : content?.examples.get(selectedBody.name ?? "");
  const key = isStorable ? usualKey : undefined;
  const storedResponse = key && storedResponses.get(key);
  if (storedResponse?.status === status) return storedResponse;
  const generate = step.dynamic ? backend.generateRandom : backend.generate;
  const generatedBody = isGenerated && content ? await generate?.(content) : undefined;
  if (generatedBody?.isUninstalled)
    return toRejected(reject(501, generatedBody.problem ?? ""), request.id);
  const { value: planned, name }: Body = { ...selectedBody, ...generatedBody };
  const value = typeof planned === "function" ? await planned(request) : planned;
  if (typeof planned === "function" && value === undefined) {
    throw new TypeError(
      "The function that was planned as a body returned undefined. It must return a body, or null.",
    );
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
  const isUnwritten =
    hasContent && typeof value !== "string" && isXml(headers["content-type"] ?? "");
  const xmlProblem = isUnwritten ? "The mock writes no XML: the body is JSON." : [];
  const allProblems = [validators.problems ?? [], generatedBody?.problem ?? [], xmlProblem].flat();
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
  const writtenResponse = {
    status,
    body,
    source: source ?? "contract",
    code: response.code,
    example: name,
    headers,
  };
  if (key) storedResponses.set(key, writtenResponse);
  return writtenResponse;
}

function filterByExample(
  contents: readonly Content[],
  example: string | undefined,
): readonly Content[] {
  const matches =
    example === undefined ? [] : contents.filter(({ examples }) => examples.has(example));
  return matches.length > 0 ? matches : contents;
}

const usualExampleOf = (
  pathValues: Readonly<Record<string, string>>,
  { examples }: Content,
): string | undefined =>
  Object.values(pathValues).find((value) => examples.has(value)) ?? examples.keys().next().value;
