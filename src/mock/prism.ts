import { performance } from "node:perf_hooks";
import type { GeneratedBody } from "../core/exchange.ts";
import type { Validator } from "../core/validate.ts";
import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { toSelfContained } from "../openapi/reference.ts";
import { loadPeer } from "./peers.ts";
import { listOmitted } from "./schemas.ts";

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

/** Generates a value of a schema with Prism. If no attempt gives a valid value, the last is returned with a problem. */
export async function generateBody(
  document: JsonObject,
  schema: unknown,
  loadValidator: (schema: object) => Promise<Validator>,
): Promise<GeneratedBody> {
  if (!isObject(schema)) return failure;
  try {
    const { generateHttpParam } = await loadPrism();
    const { type, ...keywords } = omitWriteOnly(toSelfContained(document, schema));
    // A list of types: of one type, Prism would narrow the bounds.
    const types = type === undefined ? {} : { type: [type].flat() };
    let lastBody: GeneratedBody = failure;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const body = generateHttpParam({ schema: { ...keywords, ...types } } as never);
      if (body._tag === "None") return failure;
      const { value } = body;
      const problem = await findProblem(value, loadValidator(schema));
      if (problem === undefined) return { value };
      lastBody = { value, problem };
    }
    return lastBody;
  } catch (error) {
    // Other errors' messages contain paths of this machine.
    const { message } = error as Error;
    return /npm install/.test(message) ? { ...failure, problem: message } : failure;
  }
}

async function findProblem(value: unknown, validator: Promise<Validator>): Promise<string | undefined> {
  try {
    return (await validator)(value) ? undefined : "The generated body doesn't match its schema.";
  } catch (error) {
    return `The generated body isn't checked: ${(error as Error).message}`;
  }
}

const failure = { source: "contract", problem: "Prism can't generate a body from this schema." } as const;

/** Copies a schema without the properties that only requests have. Prism keeps those after a reference. */
function omitWriteOnly(schema: JsonObject): JsonObject {
  const omitFrom = (value: unknown): unknown => {
    const omitted = isObject(value) ? listOmitted(schema, value, "writeOnly") : [];
    if (!isObject(value) || omitted.length === 0) return value;
    const keptEntries = Object.entries(asObject(value["properties"])).filter(([name]) => !omitted.includes(name));
    const required = asList(value["required"]).filter((name) => !omitted.includes(String(name)));
    return { ...value, properties: Object.fromEntries(keptEntries), required };
  };
  return JSON.parse(JSON.stringify(schema, (_key, value: unknown) => omitFrom(value)));
}
