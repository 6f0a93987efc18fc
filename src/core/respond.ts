import {
  type Backend,
  type Exchange,
  type MatchedRequest,
  type MockResponse,
  matched,
  type SelectedResponse,
} from "./exchange.ts";
import { allowsContent, faultApplies } from "./faults.ts";
import { matcher } from "./match.ts";
import type { Memory } from "./memory.ts";
import { type DeclaredResponse, declaredResponse } from "./operation.ts";
import { cutPage, readInputs } from "./pages.ts";
import { combine, parsePreferences, type Step } from "./preferences.ts";
import { isRejection, problemDetails, type Rejection, reject } from "./rejection.ts";
import { decodeHeader, type IncomingRequest, parseRequest } from "./request.ts";

/** Creates the function that responds to requests: parse, match, prefer, select, record, in this order. */
export function createResponder<Id extends string>(backend: Backend<Id>, memory: Memory) {
  const match = matcher(backend.operations);

  return async function respond(incoming: IncomingRequest): Promise<MockResponse> {
    const exchange = await exchangeFor(incoming);
    return toResponse(exchange, incoming.headers["mock-run"], memory.record(exchange));
  };

  async function exchangeFor(incoming: IncomingRequest): Promise<Exchange> {
    const run = decodeHeader(incoming.headers["mock-run"]);
    const start = { method: incoming.method, run, preferences: {} };
    const parsed = parseRequest(incoming);
    if (isRejection(parsed)) return { ...start, result: parsed };
    const found = match(parsed.method, parsed.segments);
    if (isRejection(found)) return { ...start, request: parsed, result: found };
    const request = { ...parsed, ...found, run, operation: backend.operations[found.id] };
    const header = decodeHeader(parsed.headers["prefer"]);
    const preferred = parsePreferences(header);
    if (isRejection(preferred)) return { ...start, request, result: preferred };
    const own = memory.sequences.claim(run, `${request.id} ${header}`, preferred);
    const server = backend.defaults(request, own.step);
    const step = combine(own.step, server.step);
    const result = await select(request, step);
    if (isRejection(result)) for (const claim of [own, server]) claim.release();
    const { reply, ...preferences } = step;
    return { ...start, request, preferences, result };
  }

  async function select(request: MatchedRequest<Id>, step: Step): Promise<SelectedResponse | Rejection> {
    const { code, reply } = step;
    const declared = declaredResponse(request.operation, code);
    if (!declared) return reject(404, "The contract declares no response with this status code.");
    // A body that the contract leaves open is never generated, even on request.
    const dynamic = step.dynamic === true && declared.specified;
    const example = dynamic || reply ? undefined : (step.example ?? exampleFor(request, declared));
    const produced = await backend.produce({ request, declared, code, example, dynamic });
    if (isRejection(produced)) return produced;
    const isJunkInbox = request.id === "listJunkInbox";
    const inputs = isJunkInbox ? readInputs(request.query, backend.inputNames) : {};
    if (isRejection(inputs)) return inputs;
    const { status } = produced;
    const body = reply ? reply.body : produced.body;
    const hasContent = body !== undefined && allowsContent(status);
    const own = reply ? "tester" : example !== undefined ? declared.examples.get(example)?.source : undefined;
    return {
      status,
      body: !hasContent ? undefined : isJunkInbox && own ? cutPage(body, inputs) : body,
      source: dynamic ? "generated" : (own ?? "contract"),
      code: declared.code,
      example: hasContent ? example : undefined,
      unspecified: [
        ...(declared.code === String(status) ? [] : ["status"]),
        ...(declared.specified ? [] : ["body"]),
        ...(inputs.unreadOnly === undefined ? [] : ["unreadOnly"]),
      ],
    };
  }
}

/** The example named like a path value, or the first one. */
const exampleFor = ({ pathValues }: MatchedRequest<string>, { examples }: DeclaredResponse): string | undefined =>
  Object.values(pathValues).find((value) => examples.has(value)) ?? examples.keys().next().value;

function toResponse(exchange: Exchange, run: string | string[] | undefined, markDelivered: () => void): MockResponse {
  const { preferences, result } = exchange;
  const { status } = result;
  const rejected = isRejection(result);
  const { delay = 0, fault: wanted } = rejected ? {} : preferences;
  const fault = wanted && faultApplies(wanted, status) ? wanted : undefined;
  const operation = matched(exchange)?.id;
  const body = rejected ? problemDetails(result) : result.body;
  return {
    status,
    headers: {
      ...(rejected ? rejectionHeaders(result) : selectedHeaders(result)),
      ...(operation && { "mock-operation": operation }),
      ...(fault && { "mock-fault": fault }),
      ...(fault === "garbage" && json),
      ...(run && { "mock-run": String(run) }),
    },
    body: body === undefined ? "" : JSON.stringify(body),
    delay,
    fault,
    markDelivered,
  };
}

const json = { "content-type": "application/json" };

const rejectionHeaders = ({ headers }: Rejection) => ({
  ...headers,
  "content-type": "application/problem+json",
  "mock-source": "mock",
});

const selectedHeaders = ({ body, source, example, unspecified }: SelectedResponse) => ({
  ...(body !== undefined && json),
  "mock-source": source,
  ...(example !== undefined && { "mock-example": encodeURIComponent(example) }),
  ...(unspecified.length > 0 && { "mock-unspecified": unspecified.join(", ") }),
});
