import type { IncomingMessage, ServerResponse } from "node:http";
import type { Coverage } from "../core/coverage.ts";
import type { Memory } from "../core/memory.ts";
import { isRejection, problemDetails, type Rejection, reject } from "../core/rejection.ts";
import { parseTarget } from "../core/request.ts";
import { cors } from "./http.ts";

/** What every control path starts with, also in the absolute form of proxies. */
export const isControl = (target: string): boolean => /^(https?:\/\/[^/?#]*)?\/__mock\//.test(target);

const usage = "The mock has GET and DELETE /__mock/journal, and GET /__mock/coverage.";

/**
 * The mock's own paths: `GET /__mock/journal`, `DELETE /__mock/journal` and `GET /__mock/coverage`, each for one test run
 * with `?run=NAME`.
 */
export function control(
  request: IncomingMessage,
  response: ServerResponse,
  memory: Memory,
  coverage: (run?: string) => Coverage,
): void {
  const result = run(request, memory, coverage);
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

function run(
  { url = "", method = "" }: IncomingMessage,
  memory: Memory,
  coverage: (run?: string) => Coverage,
): { body?: unknown } | Rejection {
  const target = parseTarget(url);
  if (isRejection(target)) return target;
  const { segments, query } = target;
  const [name] = query.getAll("run");
  const paths = new Map<string, Record<string, () => unknown>>([
    ["journal", { GET: () => memory.journal.entries(name), DELETE: () => memory.reset(name) }],
    ["coverage", { GET: () => coverage(name) }],
  ]);
  const methods = paths.get(segments.slice(1).join("/"));
  if (!methods) return reject(404, usage);
  const handle = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!handle) return reject(405, usage, { allow: Object.keys(methods).join(", ") });
  // A misspelled name would select all runs, and forgetting them cannot be undone.
  if (query.size > 1 || (query.size === 1 && name === undefined)) {
    return reject(400, "This path takes one query parameter at most: run, the name of a test run.");
  }
  return { body: handle() };
}
