import type { Backend } from "./backend.ts";
import type { MatchedRequest, MockExchange, MockResponse } from "./exchange.ts";
import type { Memory } from "./memory.ts";
import { parsePreferences, takeQueryPreferences } from "./preferences.ts";
import { isRejection } from "./rejection.ts";
import { decodeHeader, type IncomingRequest, parseRequest } from "./request.ts";
import { toRejected, toResponse } from "./response.ts";
import { respondToRejected, selectResponse, writeResponse } from "./select.ts";
import { findUndeclaredParameters, listUndeclared, validate } from "./validate.ts";

/**
 * Creates the function that responds to requests. It parses and matches a request, reads its
 * preferences, checks it, claims a step, selects the response, and records the exchange.
 */
export function createResponder(backend: Backend, memory: Memory) {
  return async function respond(incoming: IncomingRequest): Promise<MockResponse> {
    const exchange = await createExchange(incoming);
    return toResponse(exchange, memory.record(exchange));
  };

  async function createExchange(incoming: IncomingRequest): Promise<MockExchange> {
    const { method } = incoming;
    const run = decodeHeader(incoming.headers["mock-run"]);
    const parsedRequest = parseRequest(incoming, backend.credentials);
    if (isRejection(parsedRequest))
      return { method, run, step: {}, result: toRejected(parsedRequest) };
    // Spreading it would take a quarter of a call's time.
    const { segments, query, headers, cookies, credentials, lacksCredentials, body } =
      parsedRequest;
    const match = backend.match(method, segments);
    if (isRejection(match))
      return { method, run, request: parsedRequest, step: {}, result: toRejected(match) };
    const { id, pathValues } = match;
    const operation = backend.operation(id);
    const validators = (await backend.validators(id)) ?? {};
    const queryPreferences =
      query.size > 0 ? takeQueryPreferences(query, listUndeclared(query, operation)) : "";
    const undeclared = findUndeclaredParameters(query, operation);
    const values = { segments, query, headers, cookies, credentials, lacksCredentials, body };
    const request: MatchedRequest = {
      method,
      run,
      id,
      operation,
      validators,
      pathValues,
      undeclared,
      ...values,
    };
    // Of several with one name the first wins, so those of the header do.
    const header = [decodeHeader(headers["prefer"]), queryPreferences].filter(Boolean).join(", ");
    const preferences = parsePreferences(header);
    if (isRejection(preferences)) {
      const result = toRejected({ ...preferences, detail: `Prefer: ${preferences.detail}` }, id);
      return { method, run, request, step: {}, result };
    }
    const pageInputs = await validate(request, backend.strict);
    if (isRejection(pageInputs)) {
      const result = await respondToRejected(request, pageInputs, backend);
      return { method, run, request, step: preferences, result };
    }
    // Nothing awaits between claim and take: no other request comes in between.
    const claim = backend.plan.claim(
      request,
      header,
      preferences,
      backend.defaultStep?.(operation),
    );
    const { step, requestPreferences, remaining, take } = claim;
    const selection = selectResponse(request, step, pageInputs, backend);
    if (isRejection(selection))
      return { method, run, request, step, result: toRejected(selection, id) };
    take();
    const result = await writeResponse(selection, backend);
    return { method, run, request, step, requestPreferences, remaining, result };
  }
}
