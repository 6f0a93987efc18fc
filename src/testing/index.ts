import { fixtures } from "../../generated/fixtures.ts";
import { type OperationId, operations } from "../../generated/operations.ts";
import { matcher } from "./match.ts";
import { problem, Refusal } from "./refusal.ts";
import { readTarget } from "./target.ts";

type Fixtures = typeof fixtures;

export interface TestServer {
  /** Give this to the client as its `fetch`. It answers from the contract's examples and opens no connection. */
  readonly fetch: typeof globalThis.fetch;
  /** What each operation shall do. */
  readonly on: { readonly [Id in OperationId]: Behaviour<Extract<keyof Fixtures[Id], string>> };
}

interface Behaviour<Example extends string> {
  /** Answers with a named example of the contract. */
  reply(example: Example): this;
}

/** A test server in this process: no port, no dependency, in every runtime that has `fetch`. */
export function createTestServer(): TestServer {
  const match = matcher(operations);
  const chosen = new Map<OperationId, string>();

  async function fetch(input: Request | URL | string, init?: RequestInit): Promise<Response> {
    const request = input instanceof Request && !init ? input : new Request(input, init);
    request.signal.throwIfAborted();
    const url = new URL(request.url);
    try {
      const { segments, query } = readTarget(url.pathname + url.search);
      const { id } = match(request.method, segments);
      if (!query.get("token")) throw new Refusal(401, "The token is missing.");
      const examples: Record<string, unknown> = fixtures[id];
      const example = chosen.get(id) ?? Object.keys(examples)[0];
      const headers = { "mock-operation": id, "mock-source": "contract", ...(example && { "mock-example": example }) };
      if (id === "deleteSipRegistration") return new Response(null, { headers });
      return Response.json(example === undefined ? null : examples[example], { headers });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const headers = { ...error.headers, "content-type": "application/problem+json", "mock-source": "mock" };
      return new Response(problem(error), { status: error.status, headers });
    }
  }

  const behaviours = Object.keys(operations).map((id) => {
    const behaviour: Behaviour<string> = {
      reply(example) {
        chosen.set(id as OperationId, example);
        return behaviour;
      },
    };
    return [id, behaviour];
  });
  return { fetch: fetch as typeof globalThis.fetch, on: Object.fromEntries(behaviours) as TestServer["on"] };
}
