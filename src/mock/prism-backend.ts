import { statusOf } from "../core/operation.ts";
import { type Rejection, reject } from "../core/rejection.ts";
import type { Node } from "./document.ts";
import { loadPrism } from "./prism.ts";

// Prism logs every step, values included. The mock has a log of its own.
const silent = () => {};
const logger = { info: silent, warn: silent, error: silent, debug: silent, success: silent, child: () => logger };

// The core has found the operation.
const route = ({ resources: [right] }: { resources: unknown[] }) => ({ _tag: "Right", right });

/** Creates the function by which Prism generates the body of a declared response. Prism loads on first use. */
export function prismGenerator(document: Node) {
  let loaded: ReturnType<typeof load> | undefined;

  async function load() {
    const { createInstance, getHttpOperationsFromSpec } = loadPrism();
    const mock = { dynamic: true };
    const config = {
      isProxy: false as const,
      checkSecurity: false,
      validateRequest: false,
      validateResponse: false,
      errors: false,
      upstreamProxy: undefined,
      mock,
    };
    // Prism changes the document as it reads it.
    const operations = await getHttpOperationsFromSpec(structuredClone(document));
    return { config, prism: createInstance(config, { logger, route } as never), operations };
  }

  return async function generate(
    id: string,
    code: string,
    { mediaType }: { mediaType: string },
  ): Promise<{ body: unknown } | Rejection> {
    loaded ??= load();
    const { config, prism, operations } = await loaded;
    const operation = operations.find(({ iid }) => iid === id);
    if (!operation) return { body: null };
    const { method, path } = operation;
    const input = { method: method as "get", url: { path }, headers: {} };
    const mock = { dynamic: true, code: statusOf(code), mediaTypes: [mediaType] };
    const result = await prism.request(input, [operation], { ...config, mock })();
    if (result._tag === "Left") return reject(500, "Prism cannot generate a body from this schema.");
    return { body: result.right.output.body };
  };
}
