import type { Validator, Validators } from "../core/validate.ts";
import type { JsonObject } from "../openapi/json.ts";
import type { ReadOperation } from "./operations.ts";
import { loadPeer } from "./peers.ts";
import { createSchemaCopier } from "./schemas.ts";

/** A compiler of a contract's schemas. */
export type Compile = (schema: unknown) => Validator;

/** Creates the compilers of the schemas of requests and of responses. Properties of the other side aren't required. */
export async function createCompilers(document: object): Promise<Readonly<Record<"request" | "response", Compile>>> {
  const purpose = "validate requests";
  const { Ajv2020 } = await loadPeer("ajv/dist/2020.js", purpose, () => import("ajv/dist/2020.js"));
  const { default: formats } = await loadPeer("ajv-formats", purpose, () => import("ajv-formats"));

  function createCompiler(omitKeyword: "readOnly" | "writeOnly", unicodeRegExp: boolean): Compile {
    // A format that Ajv doesn't know is an annotation. Optimizing takes longer than it saves.
    const ajv = new Ajv2020({
      strict: false,
      allErrors: omitKeyword === "writeOnly",
      inlineRefs: false,
      logger: false,
      unicodeRegExp,
      code: { optimize: false },
    });
    formats.default(ajv);
    const copy = createSchemaCopier(document, omitKeyword, (schema, id) => ajv.addSchema(schema, id));
    return (schema) => ajv.compile(copy(schema) as JsonObject) as Validator;
  }

  /** Creates a compiler that retries without the `u` flag: many contracts have patterns that it makes invalid. */
  function createLenientCompiler(omitKeyword: "readOnly" | "writeOnly"): Compile {
    const strict = createCompiler(omitKeyword, true);
    let lenient: Compile | undefined;
    return (schema) => {
      try {
        return strict(schema);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        lenient ??= createCompiler(omitKeyword, false);
        return lenient(schema);
      }
    };
  }
  return { request: createLenientCompiler("readOnly"), response: createLenientCompiler("writeOnly") };
}

/** Compiles the validators of an operation's requests. If a schema is invalid, returns the problem instead. */
export function compileRequestValidators(
  { inputs, bodies }: Pick<ReadOperation, "inputs" | "bodies">,
  compile: Compile,
): Validators & { readonly problem?: string } {
  try {
    const bodyValidators = new Map(Object.entries(bodies).map(([type, schema]) => [type, compile(schema)]));
    return { inputs: inputs && compile(inputs), body: (mediaType) => bodyValidators.get(mediaType) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
