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
    const { method } = incoming;
    const run = decodeHeader(incoming.headers["mock-run"]);
    const parsed = parseRequest(incoming);
    if (isRejection(parsed)) return { method, run, preferences: {}, result: parsed };
    const found = match(method, parsed.segments);
    if (isRejection(found)) return { method, run, request: parsed, preferences: {}, result: found };
    const { id, pathValues } = found;
    const request = { ...parsed, run, id, pathValues, operation: backend.operations[id] };
    const header = decodeHeader(parsed.headers["prefer"]);
    const preferred = parsePreferences(header);
    if (isRejection(preferred)) return { method, run, request, preferences: {}, result: preferred };
    const own = memory.sequences.claim(run, `${id} ${header}`, preferred);
    const server = backend.defaults(request, own.step);
    const step = combine(own.step, server.step);
    const result = await select(request, step);
    if (isRejection(result)) for (const claim of [own, server]) claim.release();
    const { reply, ...preferences } = step;
    return { method, run, request, preferences, result };
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
  const headers = rejected ? rejectionHeaders(result) : selectedHeaders(result);
  if (operation !== undefined) headers["mock-operation"] = operation;
  if (fault) headers["mock-fault"] = fault;
  if (fault === "garbage") headers["content-type"] = "application/json";
  if (run) headers["mock-run"] = String(run);
  return { status, headers, body: body === undefined ? "" : JSON.stringify(body), delay, fault, markDelivered };
}

const rejectionHeaders = ({ headers }: Rejection): Record<string, string> => ({
  ...headers,
  "content-type": "application/problem+json",
  "mock-source": "mock",
});

function selectedHeaders({ body, source, example, unspecified }: SelectedResponse): Record<string, string> {
  const headers: Record<string, string> = { "mock-source": source };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (example !== undefined) headers["mock-example"] = encodeURIComponent(example);
  if (unspecified.length > 0) headers["mock-unspecified"] = unspecified.join(", ");
  return headers;
}
