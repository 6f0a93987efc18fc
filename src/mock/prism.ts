import { performance } from "node:perf_hooks";
import type { GeneratedBody } from "../core/exchange.ts";
import { cachePerDocument } from "../openapi/cache.ts";
import type { CompiledSchema } from "../openapi/differences.ts";
import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { listOmitted, toSelfContained } from "../openapi/schema.ts";
import { loadPeer } from "./peers.ts";

const loadPrism = () => loadPeer("@stoplight/prism-http", "generate bodies", () => import("@stoplight/prism-http"));

// In milliseconds.
const period = 2_000;

/** Loads Prism as soon as this process is idle for a while, so that the first generated body needn't wait for it. */
export function preloadPrism(): void {
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    if (utilization > 0.05) return;
    clearInterval(timer);
    // If Prism isn't installed, the first response that needs it reports that.
    loadPrism().catch(() => {});
  }, period).unref();
}

const maxAttempts = 10;
const failure = { source: "contract", problem: "Prism can't generate a body from this schema." } as const;

/**
 * Creates a function that generates a value of a schema with Prism. If no attempt gives a valid value, it returns the
 * last with a problem.
 */
export function createGenerator(document: JsonObject, compile: (schema: object) => Promise<CompiledSchema>) {
  const prepare = cachePerDocument(async (schema: JsonObject) => {
    const { type, ...keywords } = omitWriteOnly(toSelfContained(document, schema));
    return {
      // A list of types: of one type, Prism would narrow the bounds.
      prismSchema: { ...keywords, ...(type !== undefined && { type: [type].flat() }) },
      validator: await compile(schema).catch((error: Error) => error),
    };
  });

  return async (schema: unknown): Promise<GeneratedBody> => {
    if (!isObject(schema)) return failure;
    try {
      const { generateHttpParam } = await loadPrism();
      const { prismSchema, validator } = await prepare(schema);
      for (let attempt = 1; ; attempt++) {
        const body = generateHttpParam({ schema: prismSchema } as never);
        if (body._tag === "None") return failure;
        const { value } = body;
        if (validator instanceof Error)
          return { value, problem: `The generated body isn't checked: ${validator.message}` };
        if (validator(value)) return { value };
        if (attempt === maxAttempts) return { value, problem: "The generated body doesn't match its schema." };
      }
    } catch (error) {
      // Other errors' messages contain paths of this machine.
      const { message } = error as Error;
      return /npm install/.test(message) ? { ...failure, problem: message } : failure;
    }
  };
}

/** Copies a schema without the properties that only requests have. Prism keeps those after a reference. */
function omitWriteOnly(schema: JsonObject): JsonObject {
  const omitFrom = (_key: string, value: unknown): unknown => {
    const names = isObject(value) && !("$ref" in value) ? listOmitted(schema, value, "writeOnly") : [];
    if (!isObject(value) || names.length === 0) return value;
    const keptEntries = Object.entries(asObject(value["properties"])).filter(([name]) => !names.includes(name));
    const required = asList(value["required"]).filter((name) => !names.includes(String(name)));
    return { ...value, properties: Object.fromEntries(keptEntries), required };
  };
  return JSON.parse(JSON.stringify(schema, omitFrom));
}
