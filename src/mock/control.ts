import type { IncomingMessage, ServerResponse } from "node:http";
import type { EngineAdapter } from "../core/engine-adapter.ts";
import { toEntry } from "../core/journal.ts";
import { createStub } from "../core/operation.ts";
import { type Plan, parseSteps } from "../core/plan.ts";
import { isRejection, type Rejection, reject, toProblemDetails } from "../core/rejection.ts";
import { bodyTooLong, maxBodyLength, parseTarget } from "../core/request.ts";
import type { RequestStore } from "../core/request-store.ts";
import { describeUnknown, notJson } from "../core/text.ts";
import { isObject, parseJson } from "../openapi/json.ts";
import type { ServedOperation } from "../openapi/operation.ts";
import { rejectCrossOrigin } from "./access.ts";
import type { Contract } from "./contract.ts";
import { noSniff, readBodyText } from "./http.ts";
import { sendWebhook } from "./webhooks.ts";

/** Returns whether a target is below `/__mock/`, also in the absolute form of proxies. */
export const isControl = (target: string): boolean =>
  /^(https?:\/\/[^/?#]*)?\/__mock\//.test(target);
export const isHome = (target: string): boolean => /^(https?:\/\/[^/?#]*)?\/(\?|$)/.test(target);

const paths = `GET /__mock/health
GET /__mock/journal, DELETE /__mock/journal (?run=NAME for one test run)
GET /__mock/coverage (?run=NAME for one test run)
PUT /__mock/on/OPERATION, DELETE /__mock/on/OPERATION (?run=NAME for one test run)
POST /__mock/webhooks/NAME (sends an example of a webhook, or a "body" of yours, to this machine, or to a host of --allow-host)`;

const usage = `A mock server: it responds from a contract, not from a service.
For its options and preferences: phone-agent-api mock --help. Its own paths:

${paths}
`;

export function sendHome({ method = "" }: IncomingMessage, response: ServerResponse): void {
  const headers = {
    ...noSniff,
    "content-type": "text/plain; charset=utf-8",
    "mock-source": "mock",
  };
  response.writeHead(["GET", "HEAD"].includes(method) ? 200 : 405, {
    ...headers,
    allow: "GET, HEAD",
  });
  response.end(usage);
}

interface ControlState extends Pick<Contract, "operations" | "failures" | "webhooks" | "security"> {
  readonly match: EngineAdapter["match"];
  readonly setStub: (id: string, stub: ServedOperation | undefined) => void;
  readonly store: RequestStore;
  readonly plan: Plan;
  readonly allowedHosts: readonly string[];
}

export async function handleControl(
  request: IncomingMessage,
  response: ServerResponse,
  state: ControlState,
): Promise<void> {
  const refusal = rejectCrossOrigin(request, state.allowedHosts);
  const requestBody = await readBodyText(request);
  const result = refusal ?? (await dispatch(request, requestBody, state));
  const rejection = isObject(result) && isRejection(result) ? result : undefined;
  const content = rejection ? toProblemDetails(rejection) : result;
  response.writeHead(rejection?.status ?? (content === undefined ? 204 : 200), {
    ...noSniff,
    "mock-source": "mock",
    "cache-control": "no-store",
    ...(content !== undefined && {
      "content-type": `application/${rejection ? "problem+json" : "json"}`,
    }),
    ...rejection?.headers,
  });
  response.end(JSON.stringify(content));
}

/** Does what a request asks for, and returns the body of the response, if it has one. */
async function dispatch(
  { url = "", method = "" }: IncomingMessage,
  requestBody: string,
  state: ControlState,
): Promise<unknown> {
  const { store, operations } = state;
  if (requestBody.length > maxBodyLength) return bodyTooLong;
  const target = parseTarget(url);
  if (isRejection(target)) return target;
  const { segments, query } = target;
  const [name] = query.getAll("run");
  const [, path = "", ...rest] = segments;
  const id = rest.join("/");
  const handlers = new Map<string, Record<string, () => unknown>>([
    ["health", { GET: () => ({ status: "ok" }) }],
    ["journal", { GET: () => store.exchanges(name).map(toEntry), DELETE: () => store.reset(name) }],
    ["coverage", { GET: () => store.coverage(operations, name) }],
    [
      "on",
      {
        PUT: () => planSteps(id, name, requestBody, state),
        DELETE: () => forgetSteps(id, name, state),
      },
    ],
    [
      "webhooks",
      { POST: () => sendWebhook(state.webhooks, id, parseJson(requestBody), state.allowedHosts) },
    ],
  ]);
  const isNamed = path === "on" || path === "webhooks";
  const methods = isNamed === rest.length > 0 ? handlers.get(path) : undefined;
  if (!methods) return reject(404, `The mock's own paths: ${paths.replaceAll("\n", "; ")}.`);
  const allow = Object.keys(methods).flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
  const handle = allow.includes(method) ? (methods[method] ?? methods["GET"]) : undefined;
  if (!handle)
    return reject(405, `Method not allowed. Allowed: ${allow.join(", ")}.`, {
      allow: allow.join(", "),
    });
  // A misspelled name would select all runs, and forgetting them can't be undone.
  if (query.size > (name === undefined ? 0 : 1)) {
    return reject(
      400,
      "The journal, the coverage and steps take one query parameter: run, the name of a test run.",
    );
  }
  return handle();
}

function planSteps(id: string, run: string | undefined, requestBody: string, state: ControlState) {
  const operation = findOperation(id, state);
  if (isRejection(operation)) return operation;
  const input = parseJson(requestBody);
  if (input === undefined) return reject(400, notJson);
  const steps = parseSteps(input, operation, state.failures);
  if (isRejection(steps)) return steps;
  if (!Object.hasOwn(state.operations, id)) state.setStub(id, operation);
  state.plan.set(id, steps, run);
  return undefined;
}

/** For all runs, the stub goes with its steps. */
function forgetSteps(id: string, run: string | undefined, state: ControlState) {
  const operation = findOperation(id, state);
  if (isRejection(operation)) return operation;
  state.plan.set(id, [], run);
  if (run === undefined) state.setStub(id, undefined);
  return undefined;
}

/** Finds an operation, or creates the stub of one that the contract knows by name only. */
function findOperation(
  id: string,
  { operations, match, security }: ControlState,
): ServedOperation | Rejection {
  const operation = Object.hasOwn(operations, id) ? operations[id] : undefined;
  if (operation || id.includes(" ")) return operation ?? createStub(id, match, security);
  const advice =
    "An operation that the contract knows by name only has its method and path as its id.";
  return reject(404, `${describeUnknown("operation", id, Object.keys(operations))} ${advice}`);
}
