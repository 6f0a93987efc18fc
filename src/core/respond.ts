import { checkCredentials } from "./credentials.ts";
import {
  type Backend,
  type Exchange,
  type MatchedRequest,
  type MockResponse,
  matched,
  type SelectedResponse,
} from "./exchange.ts";
import { allowsContent, type Fault, faultApplies } from "./faults.ts";
import { isJson, negotiate } from "./media.ts";
import type { Memory } from "./memory.ts";
import { type Content, declaredResponse, examplesOf, statusOf } from "./operation.ts";
import { cutPage, followCursor, type PageInputs, type Pagination, readPageInputs } from "./pages.ts";
import { combine, type Preferences, parsePreferences, type Step } from "./preferences.ts";
import { checkQuery, undeclaredParameters } from "./query.ts";
import { isRejection, problemDetails, type Rejection, reject, unknownExample } from "./rejection.ts";
import { decodeHeader, type IncomingRequest, parseRequest } from "./request.ts";

/** Creates the function that responds to requests: parse, match, prefer, check, select, record, in this order. */
export function createResponder<Id extends string>(backend: Backend<Id>, memory: Memory) {
  return async function respond(incoming: IncomingRequest): Promise<MockResponse> {
    const exchange = await exchangeFor(incoming);
    return toResponse(exchange, incoming.headers["mock-run"], memory.record(exchange));
  };

  async function exchangeFor(incoming: IncomingRequest): Promise<Exchange> {
    const { method } = incoming;
    const run = decodeHeader(incoming.headers["mock-run"]);
    const parsed = parseRequest(incoming);
    if (isRejection(parsed)) return { method, run, preferences: {}, result: parsed };
    const found = backend.match(method, parsed.segments);
    if (isRejection(found)) return { method, run, request: parsed, preferences: {}, result: found };
    const { id, pathValues } = found;
    const operation = backend.operation(id);
    const request = { ...parsed, run, id, pathValues, operation, undeclared: undeclaredParameters(parsed, operation) };
    const header = decodeHeader(parsed.headers["prefer"]);
    const preferred = parsePreferences(header);
    if (isRejection(preferred)) {
      const result = { ...preferred, detail: `Prefer: ${preferred.detail}` };
      return { method, run, request, preferences: {}, result };
    }
    const forgotten = memory.enter(run);
    const own = memory.sequences.claim(run, `${id} ${header}`, preferred);
    const server = backend.defaults(request, own.step);
    const step = combine(own.step, server.step);
    const result = check(request) ?? (await select(request, step));
    if (isRejection(result)) for (const claim of [own, server]) claim.release();
    const { body, headers, ...preferences } = step;
    return { method, run, request, preferences, own: own.step, left: own.left ?? server.left, forgotten, result };
  }

  function check(request: MatchedRequest<Id>): Rejection | undefined {
    return checkCredentials(request, request.operation) ?? checkQuery(request, backend.strict);
  }

  async function select(request: MatchedRequest<Id>, wanted: Step): Promise<SelectedResponse | Rejection> {
    const { operation, query, headers } = request;
    const failure = namedFailure(request, wanted);
    const { example: _, ...others } = wanted;
    const step = failure ? { ...others, ...failure } : wanted;
    const declared = declaredResponse(operation, step.code, step.example);
    if (!declared) return reject(404, "The contract declares no response with this status code.");
    const content = negotiate(headers["accept"], withExample(declared.contents, step.example));
    if (content && isRejection(content)) return content;
    const inputs = operation.pagination ? readPageInputs(query, operation.pagination) : {};
    if (isRejection(inputs)) return inputs;
    const status = step.code ?? statusOf(declared.code);
    const chosen =
      "body" in step ? { body: step.body, source: "tester" as const } : choose(request, content, step, inputs);
    const produced = await backend.produce({ request, declared, status, content, ...(!isRejection(chosen) && chosen) });
    if (isRejection(produced)) return produced;
    if (isRejection(chosen)) return chosen;
    const { example, source = "contract", body = produced.body } = chosen;
    const hasContent = body !== undefined && allowsContent(status);
    const isOpen = allowsContent(status) && !(content?.specified && chosen.source);
    const madeUp = declared.headers.filter(({ name, madeUp }) => madeUp && !(name in (step.headers ?? {})));
    return {
      status,
      body: hasContent ? cut(body, operation.pagination, example, inputs) : undefined,
      mediaType: hasContent ? sentType(content?.mediaType, body) : undefined,
      source,
      code: declared.code,
      example: failure ? wanted.example : hasContent ? example : undefined,
      headers: { ...Object.fromEntries(declared.headers.map(({ name, value }) => [name, value])), ...step.headers },
      unspecified: [
        ...(declared.code === String(status) ? [] : ["status"]),
        ...(isOpen ? ["body"] : []),
        ...madeUp.map(({ name }) => `header ${name}`),
        ...(inputs.unreadOnly === undefined ? [] : ["unreadOnly"]),
      ],
    };
  }

  /** Where the body of a response comes from: an example, what a cursor leads to, its schema, or nothing that is known. */
  function choose(
    { operation: { pagination }, pathValues }: MatchedRequest<Id>,
    content: Content | undefined,
    { example: wanted, dynamic }: Step,
    { cursor }: PageInputs,
  ): Chosen | Rejection {
    if (!content) return wanted === undefined ? {} : unknownExample;
    const { examples, specified } = content;
    // A body that the contract leaves open is never generated, even on request.
    if (!(dynamic && specified)) {
      const followed = cursor === undefined || !pagination ? undefined : followCursor(examples, pagination, cursor);
      if (followed && isRejection(followed)) return followed;
      if (followed && "body" in followed) return { body: followed.body, source: "contract" };
      const example = wanted ?? followed?.name ?? usualExample(pathValues, content);
      const found = example === undefined ? undefined : examples.get(example);
      if (example !== undefined) return found ? { example, source: found.source } : unknownExample;
    }
    if (specified && backend.generates) return { dynamic: true, source: "generated" };
    if (specified && dynamic) return reject(422, "The test server generates no bodies. The mock server does.");
    return { body: isJson(content.mediaType) ? null : "" };
  }

  /** An example of the operation goes before a failure of the same name. */
  function namedFailure({ operation }: MatchedRequest<Id>, { example = "" }: Step): Step | undefined {
    const failure = backend.failures.get(example);
    return failure && !examplesOf(operation).includes(example) ? failure : undefined;
  }
}

interface Chosen {
  /** Absent where the backend produces it. */
  readonly body?: unknown;
  readonly example?: string;
  readonly dynamic?: true;
  /** Absent where nobody has written it: the contract leaves it open, or no server is there to generate it. */
  readonly source?: SelectedResponse["source"];
}

/** The page of an example that the inputs of a request ask for. */
const cut = (body: unknown, pagination: Pagination | undefined, example: string | undefined, inputs: PageInputs) =>
  pagination && example !== undefined ? cutPage(body, pagination, inputs) : body;

/** The contents that have the example; all of them where none has. */
function withExample(contents: readonly Content[], example: string | undefined): readonly Content[] {
  const having = example === undefined ? [] : contents.filter(({ examples }) => examples.has(example));
  return having.length > 0 ? having : contents;
}

/** The example named like a path value, or the first one. */
const usualExample = (pathValues: Readonly<Record<string, string>>, { examples }: Content): string | undefined =>
  Object.values(pathValues).find((value) => examples.has(value)) ?? examples.keys().next().value;

/** A range such as `*\/*` is no type that a body can have. */
const sentType = (mediaType = "application/json", body: unknown): string =>
  !mediaType.includes("*") ? mediaType : typeof body === "string" ? "text/plain" : "application/json";

function toResponse(exchange: Exchange, run: string | string[] | undefined, markDelivered: () => void): MockResponse {
  const { preferences, result } = exchange;
  const { status } = result;
  const rejected = isRejection(result);
  const { delay = 0, fault: wanted } = rejected ? {} : preferences;
  const hasContent = exchange.method !== "HEAD";
  const fault = wanted && (hasContent ? faultApplies(wanted, status) : wanted === "reset") ? wanted : undefined;
  const operation = matched(exchange)?.id;
  const body = rejected ? problemDetails(result) : result.body;
  const headers = rejected ? rejectionHeaders(result) : selectedHeaders(exchange, result, fault);
  if (operation !== undefined) headers["mock-operation"] = encodeURI(operation);
  if (exchange.forgotten !== undefined) headers["mock-forgotten-run"] = encodeURIComponent(exchange.forgotten);
  if (fault) headers["mock-fault"] = fault;
  if (fault === "garbage") headers["content-type"] = "application/json";
  if (run) headers["mock-run"] = String(run);
  return { status, headers, body: text(body, headers["content-type"] ?? ""), delay, fault, markDelivered };
}

function text(body: unknown, mediaType: string): string {
  if (body === undefined) return "";
  return typeof body === "string" && !isJson(mediaType) ? body : JSON.stringify(body);
}

const rejectionHeaders = ({ headers }: Rejection): Record<string, string> => ({
  ...headers,
  "content-type": "application/problem+json",
  "mock-source": "mock",
});

function selectedHeaders(exchange: Exchange, result: SelectedResponse, fault?: Fault): Record<string, string> {
  const { mediaType, source, example, unspecified } = result;
  const headers: Record<string, string> = {};
  if (mediaType !== undefined) headers["content-type"] = mediaType;
  Object.assign(headers, result.headers, { "mock-source": source });
  if (example !== undefined) headers["mock-example"] = encodeURIComponent(example);
  if (unspecified.length > 0) headers["mock-unspecified"] = unspecified.join(", ");
  if (exchange.left !== undefined) headers["mock-times-left"] = String(exchange.left);
  const undeclared = matched(exchange)?.undeclared ?? [];
  if (undeclared.length > 0) headers["mock-undeclared"] = undeclared.map(encodeURIComponent).join(", ");
  const applied = appliedPreferences(exchange.own ?? {}, result, fault);
  if (applied.length > 0) headers["preference-applied"] = applied.join(", ");
  return headers;
}

/** RFC 7240, section 3. An example is given without its name, which can be any text and has a header of its own. */
function appliedPreferences(own: Preferences, { source, example }: SelectedResponse, fault?: Fault): string[] {
  const holds = { example: own.example === example, dynamic: own.dynamic === (source === "generated") };
  const applied = { ...holds, fault: own.fault === fault };
  return Object.entries(own)
    .filter(([name]) => applied[name as keyof typeof applied] ?? true)
    .map(([name, value]) => (name === "example" ? name : `${name}=${value}`));
}
