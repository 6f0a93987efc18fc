import type { GeneratedBody } from "../core/exchange.ts";
import type { Content, DeclaredResponse, Operation } from "../core/operation.ts";
import { asObject, type JsonObject } from "../openapi/json.ts";
import { pathOperations } from "../openapi/operations.ts";
import { referencesIn, toSelfContained } from "../openapi/reference.ts";
import { loadPrism } from "./prism.ts";

type Prism = Awaited<ReturnType<typeof loadPrism>>;
type PrismOperation = Awaited<ReturnType<Prism["getHttpOperationsFromSpec"]>>[number];

// Prism logs every step, values included. The mock has its own log.
const silent = () => {};
const logger = { info: silent, warn: silent, error: silent, debug: silent, success: silent, child: () => logger };
const config = {
  isProxy: false as const,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: true },
};
const request = { method: "get" as const, url: { path: "/" } };

/** Creates a function that generates bodies with Prism. */
export function createBodyGenerator(document: JsonObject) {
  const operations = new Map<string, Promise<PrismOperation | undefined>>();

  return async function generate(
    { method, path }: Operation,
    { code }: DeclaredResponse,
    { mediaType }: Content,
  ): Promise<GeneratedBody> {
    try {
      const { createInstance, getHttpOperationsFromSpec } = await loadPrism();
      const key = JSON.stringify([method, path, code, mediaType]);
      const reading =
        operations.get(key) ??
        getHttpOperationsFromSpec(documentOf(document, method, path, code, mediaType)).then(([operation]) => operation);
      operations.set(key, reading);
      const operation = (await reading) as PrismOperation;
      const result = await createInstance(config, { logger } as never).request(request, [operation], config)();
      return result._tag === "Right"
        ? { value: result.right.output.body }
        : { source: "contract", problem: failureMessage };
    } catch (error) {
      // Other errors' messages contain paths of this machine.
      const { message } = error as Error;
      return { source: "contract", problem: /npm install/.test(message) ? message : failureMessage };
    }
  };
}

const failureMessage = "Prism can't generate a body from this schema.";

/** Creates a document whose one operation responds with the body, and has nothing else: Prism would run callbacks. */
function documentOf(document: JsonObject, method: string, path: string, code: string, mediaType: string): object {
  const target = pathOperations(document).find((operation) => operation.method === method && operation.path === path);
  const response = asObject(new Map(target?.responses).get(code));
  const media = asObject(asObject(response["content"])[mediaType]);
  const { $defs = {}, ...schema } = structuredClone(toSelfContained(document, asObject(media["schema"])));
  for (const reference of referencesIn({ schema, $defs })) {
    reference.$ref = reference.$ref.replace("#/$defs/", "#/components/schemas/");
  }
  return {
    openapi: "3.1.1",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: { title: "", version: "" },
    paths: { "/": { get: { responses: { "200": { description: "", content: { [mediaType]: { schema } } } } } } },
    components: { schemas: $defs },
  };
}
