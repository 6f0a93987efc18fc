import type { CompiledSchema } from "../openapi/differences.ts";
import { isObject, type JsonObject } from "../openapi/json.ts";
import type { ReadOperation } from "../openapi/model/read-operations.ts";
import { targetOf } from "../openapi/reference.ts";
import { copyForValidator } from "../openapi/schema.ts";
import { loadPeer } from "./peers.ts";

export type Compile = (schema: unknown) => CompiledSchema;

/** Creates the compilers of the schemas of requests and of responses. Properties of the other side aren't required. */
export async function createCompilers(document: object): Promise<Readonly<Record<"request" | "response", Compile>>> {
  const purpose = "validate requests and generated bodies";
  const { Ajv2020 } = await loadPeer("ajv/dist/2020.js", purpose, () => import("ajv/dist/2020.js"));
  const { default: formats } = await loadPeer("ajv-formats", purpose, () => import("ajv-formats"));

  function createCompiler(omitKeyword: "readOnly" | "writeOnly"): Compile {
    // A format that Ajv doesn't know is an annotation. Optimizing takes longer than it saves.
    const ajv = new Ajv2020({
      strict: false,
      allErrors: omitKeyword === "writeOnly",
      inlineRefs: false,
      logger: false,
      code: { optimize: false, regExp },
    });
    formats.default(ajv);
    const copy = createSchemaCopier(document, omitKeyword, (schema, id) => ajv.addSchema(schema, id));
    return (schema) => ajv.compile(copy(schema) as JsonObject) as CompiledSchema;
  }
  return { request: createCompiler("readOnly"), response: createCompiler("writeOnly") };
}

/**
 * Creates a function that copies a contract's schemas for Ajv. The target of a reference is copied once, added under an
 * id, and referred to by that id: Ajv would otherwise compile it again for each reference.
 * @param omitKeyword `readOnly` for requests, `writeOnly` for responses: properties with it aren't required.
 */
export function createSchemaCopier(
  document: object,
  omitKeyword: "readOnly" | "writeOnly",
  add: (schema: JsonObject | boolean, id: string) => void,
) {
  const ids = new Map<string, string>();

  function idOf($ref: string): string {
    const existingId = ids.get($ref);
    if (existingId) return existingId;
    const target = targetOf(document, $ref);
    if (target === undefined) throw new Error(`Unresolved reference: ${$ref}`);
    const id = `${omitKeyword}-${ids.size}`;
    ids.set($ref, id);
    add(copy(target), id);
    return id;
  }

  const copyValue = (value: unknown, keyword: string) => (keyword === "$ref" ? idOf(String(value)) : copy(value));
  const copy = (schema: unknown): JsonObject | boolean =>
    isObject(schema) ? copyForValidator(document, schema, omitKeyword, copyValue) : (schema as boolean);
  return copy;
}

/** Creates regular expressions for Ajv. Many contracts have patterns that the `u` flag makes invalid. */
const regExp = Object.assign(
  (pattern: string, flags: string) => {
    try {
      return new RegExp(pattern, flags);
    } catch {
      return new RegExp(pattern);
    }
  },
  { code: "" },
);

/** Compiles the validators of an operation's requests. If a schema is invalid, reports the problem instead. */
export function compileValidators({ inputs, bodies }: ReadOperation, compile: Compile) {
  try {
    const bodyValidators = new Map(Object.entries(bodies).map(([type, schema]) => [type, compile(schema)]));
    const body = (mediaType: string) => bodyValidators.get(mediaType);
    return { inputs: inputs && compile(inputs), body, problems: [] };
  } catch (error) {
    return { problems: [`Requests aren't validated: ${(error as Error).message}.`] };
  }
}
