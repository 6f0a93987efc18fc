import type { Produced, Selection } from "./exchange.ts";
import type { Example, Operation } from "./operation.ts";
import { missingToken, type Rejection, reject, unknownExample } from "./rejection.ts";

/** Responds to a valid request with the selected example. It generates no bodies. */
export function produceExample({ request, declared, code, example, dynamic }: Selection<string>): Produced | Rejection {
  if (!request.hasToken) return missingToken;
  if (dynamic) return reject(422, "The test server generates no bodies. The mock server does.");
  const status = code ?? Number(declared.code.replace("XX", "00"));
  if (example === undefined) return { status, body: declared.content ? null : undefined };
  const found = declared.examples.get(example);
  return found ? { status, body: found.value } : unknownExample;
}

/** The id of an operation that the contract knows by name only: its method and its path, which the tester knows. */
export const stubId = (method: string, path: string): string => `${method} ${path}`;

/** Whether an id is of such an operation. */
export const isStub = (id: string): boolean => id.includes(" ");

/** The operation that such an id stands for. Its parameters, status codes and bodies are unknown. */
export function stub(id: string, examples: ReadonlyMap<string, Example> = new Map()): Operation | undefined {
  const [, method, path] = /^([A-Z]+) (\/[^?#%\s]*)$/.exec(id) ?? [];
  if (method === undefined || path === undefined) return undefined;
  const unknown = { specified: false, content: true };
  return {
    method,
    path,
    parameters: ["token", ...pathParameters(path)],
    freeForm: {},
    responses: [
      { code: "2XX", examples, ...unknown },
      { code: "default", examples: new Map(), ...unknown },
    ],
  };
}

export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string);
