import type { IncomingMessage, ServerResponse } from "node:http";
import type { Memory } from "../testing/answer.ts";
import type { Coverage } from "../testing/journal.ts";
import { problem, Refusal } from "../testing/refusal.ts";
import { readTarget } from "../testing/target.ts";
import { cors } from "./wire.ts";

/** What every control path starts with. */
export const controlPrefix = "/__mock/";

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
    const what = `${request.method} ${segments.slice(1).join("/")}`;
    if (what === "GET journal") {
      respond(200, memory.journal.attempts(memory.redactor.redact, run));
    } else if (what === "GET coverage") {
      respond(200, coverage(run));
    } else if (what === "DELETE journal") {
      memory.journal.reset(run);
      memory.sequences.reset(run);
      respond(204);
    } else {
      throw new Refusal(404, "The mock answers GET and DELETE /__mock/journal, and GET /__mock/coverage.");
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    respond(error.status, problem(error), "application/problem+json");
  }

  function respond(status: number, body?: unknown, type = "application/json"): void {
    const text = body === undefined ? undefined : JSON.stringify(body);
    response.writeHead(status, {
      ...cors,
      "mock-source": "mock",
      "cache-control": "no-store",
      ...(text && { "content-type": type }),
    });
    response.end(text);
  }
}
