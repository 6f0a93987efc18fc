import type { IncomingMessage, ServerResponse } from "node:http";
import type { Coverage } from "../core/coverage.ts";
import type { Memory } from "../core/memory.ts";
import type { Operation } from "../core/operation.ts";
import type { Plan } from "../core/plan.ts";
import type { Step } from "../core/preferences.ts";
import { isRejection, problemDetails, type Rejection, reject } from "../core/rejection.ts";
import { maxBodyLength, parseTarget } from "../core/request.ts";
import { parseSteps } from "../core/steps.ts";
import { cors, readBody } from "./http.ts";
import type { Webhook } from "./operations.ts";
import { sendWebhook } from "./webhooks.ts";

/** What every control path starts with, also in the absolute form of proxies. */
export const isControl = (target: string): boolean => /^(https?:\/\/[^/?#]*)?\/__mock\//.test(target);
export const isHome = (target: string): boolean => /^(https?:\/\/[^/?#]*)?\/(\?|$)/.test(target);

const paths = `GET /__mock/health
GET /__mock/journal, DELETE /__mock/journal (?run=NAME for one test run)
GET /__mock/coverage (?run=NAME for one test run)
PUT /__mock/on/OPERATION, DELETE /__mock/on/OPERATION
POST /__mock/webhooks/NAME (sends an example of a webhook to an address of this machine)`;

const usage = `This is a mock of the Phone Agent Service API.

  curl 'http://127.0.0.1:4010/api/v2/tokens?token=demo-token-not-secret'

Its own paths:
${paths.replaceAll(/^/gm, "  ")}

For all of its options and preferences: phone-agent-api mock --help
`;

/** The page at `/`, where nothing else is served there. */
export function home({ method }: IncomingMessage, response: ServerResponse): void {
  const allowed = method === "GET" || method === "HEAD";
  const type = { "content-type": "text/plain; charset=utf-8", "mock-source": "mock" };
  response.writeHead(allowed ? 200 : 405, allowed ? type : { ...type, allow: "GET, HEAD" });
  response.end(allowed ? usage : undefined);
}

/** What the control paths read and change. */
export interface Controlled {
  readonly memory: Memory;
  readonly plan: Plan;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly failures: ReadonlyMap<string, Step>;
  readonly webhooks: ReadonlyMap<string, Webhook>;
  readonly coverage: (run?: string) => Coverage;
}

/** Responds on the mock's own paths. */
export async function control(
  request: IncomingMessage,
  response: ServerResponse,
  controlled: Controlled,
): Promise<void> {
  const result = await run(request, await readBody(request), controlled);
  const rejected = isRejection(result);
  const body = rejected ? problemDetails(result) : result.body;
  const content = body === undefined ? undefined : JSON.stringify(body);
  response.writeHead(rejected ? result.status : content === undefined ? 204 : 200, {
    ...cors,
    "mock-source": "mock",
    "cache-control": "no-store",
    ...(content !== undefined && { "content-type": rejected ? "application/problem+json" : "application/json" }),
    ...(rejected && result.headers),
  });
  response.end(content);
}

async function run(
  { url = "", method = "" }: IncomingMessage,
  sent: string,
  controlled: Controlled,
): Promise<{ body?: unknown } | Rejection> {
  const { memory, coverage } = controlled;
  const target = parseTarget(url);
  if (isRejection(target)) return target;
  const { segments, query } = target;
  const [name] = query.getAll("run");
  const [, path = "", ...rest] = segments;
  const id = rest.join("/");
  const handlers = new Map<string, Record<string, () => unknown>>([
    ["health", { GET: () => ({ status: "ok" }) }],
    ["journal", { GET: () => memory.journal.entries(name), DELETE: () => memory.reset(name) }],
    ["coverage", { GET: () => coverage(name) }],
    ["on", { PUT: () => planSteps(id, sent, controlled), DELETE: () => controlled.plan.reset(id) }],
    ["webhooks", { POST: () => sendWebhook(controlled.webhooks, id, parseJson(sent)) }],
  ]);
  const isNamed = path === "on" || path === "webhooks";
  const methods = isNamed === rest.length > 0 ? handlers.get(path) : undefined;
  if (!methods) return reject(404, `The mock's own paths: ${paths.replaceAll("\n", "; ")}.`);
  const allow = Object.keys(methods).flatMap((one) => (one === "GET" ? ["GET", "HEAD"] : [one]));
  const handle = allow.includes(method) ? (methods[method] ?? methods["GET"]) : undefined;
  if (!handle) return reject(405, "The mock has other methods on this path.", { allow: allow.join(", ") });
  // A misspelled name would select all runs, and forgetting them cannot be undone.
  if (query.size > 1 || (query.size === 1 && (name === undefined || isNamed || path === "health"))) {
    return reject(400, "Only the journal and the coverage take a query parameter, one: run, the name of a test run.");
  }
  const result = await handle();
  return Object(result) === result && isRejection(result as object) ? (result as Rejection) : { body: result };
}

/** Replaces the steps of an operation. */
function planSteps(id: string, sent: string, { plan, operations, failures }: Controlled): Rejection | undefined {
  if (!Object.hasOwn(operations, id)) {
    return reject(404, `No operation has this id. Known: ${Object.keys(operations).join(", ")}.`);
  }
  if (sent.length > maxBodyLength) return reject(413, "The body is longer than a million characters.");
  const steps = parseSteps(parseJson(sent), operations[id] as Operation, failures);
  if (isRejection(steps)) return steps;
  plan.set(id, steps);
  return undefined;
}

/** What is not JSON is no step either. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
