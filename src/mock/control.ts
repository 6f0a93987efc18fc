import type { IncomingMessage, ServerResponse } from "node:http";
import type { Memory } from "../testing/answer.ts";
import type { Coverage } from "../testing/journal.ts";
import { problem, Refusal } from "../testing/refusal.ts";
import { readTarget } from "../testing/target.ts";
import { cors } from "./wire.ts";

/** What every control path starts with, in the absolute form of proxies too. */
export const isControl = (target: string): boolean => /^(https?:\/\/[^/?#]*)?\/__mock\//.test(target);

const told = "The mock answers GET and DELETE /__mock/journal, and GET /__mock/coverage.";
const oneRun = "This path takes one query parameter at most: run, the name of one test run.";
const json = { "content-type": "application/json" };

/**
 * The mock's own paths: `GET /__mock/journal`, `DELETE /__mock/journal` and `GET /__mock/coverage`, each of one test run
 * with `?run=NAME`.
 */
export function control(
  request: IncomingMessage,
  response: ServerResponse,
  memory: Memory,
  coverage: (run?: string) => Coverage,
): void {
  try {
    const { segments, query } = readTarget(request.url ?? "");
    const run = query.get("run") ?? undefined;
    const forget = () => {
      memory.journal.reset(run);
      memory.sequences.reset(run);
    };
    const paths = new Map<string, Record<string, () => unknown>>([
      ["journal", { GET: () => memory.journal.attempts(run), DELETE: forget }],
      ["coverage", { GET: () => coverage(run) }],
    ]);
    const methods = paths.get(segments.slice(1).join("/"));
    if (!methods) throw new Refusal(404, told);
    const answer = methods[request.method ?? ""];
    if (!answer) throw new Refusal(405, told, { allow: Object.keys(methods).join(", ") });
    // A name with a slip in it would stand for all runs, and to forget them cannot be undone.
    if ([...query.keys()].some((name) => name !== "run") || query.size > 1) throw new Refusal(400, oneRun);
    const body = answer();
    respond(body === undefined ? 204 : 200, body);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    respond(error.status, problem(error), { ...error.headers, "content-type": "application/problem+json" });
  }

  function respond(status: number, body?: unknown, headers: Record<string, string> = json): void {
    const text = body === undefined ? undefined : JSON.stringify(body);
    response.writeHead(status, {
      ...cors,
      "mock-source": "mock",
      "cache-control": "no-store",
      ...(text && headers),
    });
    response.end(text);
  }
}
