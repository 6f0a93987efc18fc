import { isJson } from "../openapi/media-type.ts";
import type { Content, DeclaredResponse } from "../openapi/operation.ts";
import { canHaveContent } from "../openapi/status.ts";
import type { EngineAdapter } from "./engine-adapter.ts";
import type { MatchedRequest, Source } from "./exchange.ts";
import { negotiate, pictureOf, placeholderOf } from "./media.ts";
import {
  exampleNamesOf,
  findDeclaredRejection,
  findDeclaredResponse,
  rejectCode,
  statusOf,
} from "./operation.ts";
import { followCursor, type PageInputs } from "./pages.ts";
import { noPreferences, rejectExample, resolveFailure, type Step } from "./preferences.ts";
import { isRejection, type Rejection, reject } from "./rejection.ts";
import { quote } from "./text.ts";

/**
 * A body. A placeholder has no source: the contract leaves the body open, or none can be generated.
 */
export interface Body {
  readonly value?: unknown;
  readonly source?: Source;
  /** The name of the example. */
  readonly name?: string | undefined;
}

/**
 * A declared response with its content, its body unless that is still to be generated, and what
 * they were chosen for.
 */
export interface Selection {
  readonly request: MatchedRequest;
  readonly step: Step;
  /** The name of the tester's failure that the step resolved to. */
  readonly failure?: string | undefined;
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
  adapter: EngineAdapter,
): Selection | Rejection {
  const { operation } = request;
  const step = resolveFailure(preferred, adapter.failures);
  const response = findDeclaredResponse(operation, step.code, step.example);
  if (!response) return rejectCode(404);
  const status = step.code ?? statusOf(response.code, operation);
  const failure = step === preferred ? undefined : preferred.example;
  return select({ request, response, status, step, failure, pageInputs }, adapter);
}

/** Selects the response that the contract documents for a rejection; `undefined` without one. */
export function selectRejection(
  request: MatchedRequest,
  rejection: Rejection,
  adapter: EngineAdapter,
): Selection | undefined {
  const response = findDeclaredRejection(request.operation, rejection.status);
  if (!response) return undefined;
  const status = /^\d+$/.test(response.code) ? Number(response.code) : rejection.status;
  // A rejection has no pages.
  const choice = { request, response, status, step: noPreferences, pageInputs: {} };
  const selection = select(choice, adapter);
  return isRejection(selection) ? undefined : selection;
}

function select(choice: Choice, adapter: EngineAdapter): Selection | Rejection {
  const { request, step, response } = choice;
  const content = negotiate(
    request.headers["accept"],
    filterByExample(response.contents, step.example),
  );
  if (content && isRejection(content)) return content;
  const body = selectBody(choice, content, adapter);
  return isRejection(body) ? body : { ...choice, content, body };
}

/**
 * Selects an example, the page after a cursor, a body to be generated, or the placeholder of an
 * unknown one.
 */
function selectBody(
  { request, response, status, step, pageInputs: { cursor } }: Choice,
  content: Content | undefined,
  { generateRandom, failures }: EngineAdapter,
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
    const name = step.example ?? following?.name ?? defaultExampleOf(pathValues, content);
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
  if (specified && pictureOf(content.mediaType) === undefined) return { source: "generated" };
  return { value: isJson(content.mediaType) ? null : placeholderOf(content.mediaType) };
}

function filterByExample(
  contents: readonly Content[],
  example: string | undefined,
): readonly Content[] {
  const matches =
    example === undefined ? [] : contents.filter(({ examples }) => examples.has(example));
  return matches.length > 0 ? matches : contents;
}

const defaultExampleOf = (
  pathValues: Readonly<Record<string, string>>,
  { examples }: Content,
): string | undefined =>
  Object.values(pathValues).find((value) => examples.has(value)) ?? examples.keys().next().value;
