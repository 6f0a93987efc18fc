import { findDeclared } from "../openapi/status.ts";
import { checkRequest, findUndeclaredParameters, listUndeclared } from "./check.ts";
import type { EngineAdapter } from "./engine-adapter.ts";
import type { MatchedRequest, MockExchange, MockResponse, SelectedResponse } from "./exchange.ts";
import { readInputs } from "./inputs.ts";
import { noPreferences, parsePreferences, takeQueryPreferences } from "./preferences.ts";
import { isRejection, type Rejection } from "./rejection.ts";
import { decodeHeader, type IncomingRequest, parseRequest } from "./request.ts";
import type { RequestStore } from "./request-store.ts";
import { applyStep, renderResponse, toRejected } from "./response.ts";
import { selectRejection, selectResponse } from "./select.ts";

/**
 * Creates the function that responds to requests. It parses and matches a request, reads its
 * preferences, checks it, claims a step, selects and renders the response, and records the
 * exchange, which each of these steps adds to.
 */
export function createResponder(adapter: EngineAdapter, store: RequestStore) {
  return async function respond(incoming: IncomingRequest): Promise<MockResponse> {
    const { method, headers } = incoming;
    const run = decodeHeader(headers["mock-run"]);
    const exchange: MockExchange = {
      time: Date.now(),
      method,
      run,
      step: noPreferences,
      delivered: false,
    };
    const response = await complete(exchange, incoming);
    const { body: _, headers: __, ...result } = response;
    exchange.result = result;
    // A rejected one isn't recorded yet.
    const markDelivered = exchange.markDelivered ?? store.record(exchange);
    return Object.assign(response, { markDelivered });
  };

  async function complete(
    exchange: MockExchange,
    incoming: IncomingRequest,
  ): Promise<SelectedResponse> {
    const parsed = parseRequest(incoming, adapter.credentials);
    if (isRejection(parsed)) return toRejected(parsed);
    exchange.request = parsed;
    const match = adapter.match(parsed.method, parsed.segments);
    if (isRejection(match)) return toRejected(match);
    const { id, pathValues } = match;
    const operation = adapter.operation(id);
    const validators = (await adapter.validators(id)) ?? {};
    const { query } = parsed;
    const queryPreferences =
      query.size > 0 ? takeQueryPreferences(query, listUndeclared(query, operation)) : "";
    const request: MatchedRequest = Object.assign(parsed, {
      run: exchange.run,
      id,
      operation,
      validators,
      pathValues,
      inputs: readInputs(operation, parsed, pathValues),
      undeclared: findUndeclaredParameters(query, operation),
    });
    exchange.match = request;
    // Of several with one name the first wins, so those of the header do.
    const header = [decodeHeader(request.headers["prefer"]), queryPreferences]
      .filter(Boolean)
      .join(", ");
    const preferences = parsePreferences(header);
    if (isRejection(preferences))
      return toRejected({ ...preferences, detail: `Prefer: ${preferences.detail}` }, id);
    exchange.step = preferences;
    const pageInputs = checkRequest(request, adapter.strict);
    if (isRejection(pageInputs)) return respondToRejected(request, pageInputs);
    // Nothing awaits between claim and take: no other request comes in between.
    const defaultStep = adapter.defaultStep?.(operation);
    const claim = adapter.plan.claim(request, header, preferences, defaultStep);
    exchange.step = claim.step;
    const selection = selectResponse(request, claim.step, pageInputs, adapter);
    if (isRejection(selection)) return toRejected(selection, id);
    claim.take();
    // Before a function of the tester, which may throw or never end.
    exchange.markDelivered = store.record(exchange);
    const response = await renderResponse(selection, adapter);
    return response.rejection === undefined ? applyStep(response, request, claim) : response;
  }

  /**
   * Responds to a rejected request as the contract documents, or else with the unknowns that leave
   * the response open.
   */
  async function respondToRejected(
    request: MatchedRequest,
    rejection: Rejection,
  ): Promise<SelectedResponse> {
    const selection = selectRejection(request, rejection, adapter);
    const documentedResponse = selection && (await renderResponse(selection, adapter));
    const { unknowns } = findDeclared(request.operation.responses, rejection.status) ?? {};
    return toRejected(rejection, request.id, documentedResponse, unknowns);
  }
}
