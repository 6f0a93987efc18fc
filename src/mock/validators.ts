import type { Validator, Validators } from "../core/validate.ts";
import type { JsonObject } from "../openapi/json.ts";
import type { ReadOperation } from "./operations.ts";
import { loadPeer } from "./peers.ts";
import { schemaCopier } from "./schemas.ts";

/** A compiler of a contract's schemas. */
export type Compile = (schema: unknown) => Validator;

/** Creates the compilers of the schemas of requests and of responses, without what the other side sends. */
export async function compilers(document: object): Promise<Readonly<Record<"request" | "response", Compile>>> {
  const purpose = "validate requests";
  const { Ajv2020 } = await loadPeer("ajv/dist/2020.js", purpose, () => import("ajv/dist/2020.js"));
  const { default: formats } = await loadPeer("ajv-formats", purpose, () => import("ajv-formats"));

  function compiler(omitKeyword: "readOnly" | "writeOnly", unicodeRegExp: boolean): Compile {
    // A format that Ajv does not know is an annotation. Optimizing takes longer than what it saves.
    const ajv = new Ajv2020({
      strict: false,
      allErrors: omitKeyword === "writeOnly",
      inlineRefs: false,
      logger: false,
      unicodeRegExp,
      code: { optimize: false },
    });
    formats.default(ajv);
    const copy = schemaCopier(document, omitKeyword, (schema, id) => ajv.addSchema(schema, id));
    return (schema) => ajv.compile(copy(schema) as JsonObject) as Validator;
  }

  /** Many patterns in the wild are valid without the `u` flag only, such as `[\w\-]`. */
  function lenientCompiler(omitKeyword: "readOnly" | "writeOnly"): Compile {
    const strict = compiler(omitKeyword, true);
    let lenient: Compile | undefined;
    return (schema) => {
      try {
        return strict(schema);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        lenient ??= compiler(omitKeyword, false);
        return lenient(schema);
      }
    };
  }
  return { request: lenientCompiler("readOnly"), response: lenientCompiler("writeOnly") };
}

/** Compiles the validators of an operation's requests: of those whose schemas are valid. */
export function requestValidators(
  { inputs, bodies }: Pick<ReadOperation, "inputs" | "bodies">,
  compile: Compile,
): Validators & { readonly problem?: string } {
  try {
    const compiled = Object.entries(bodies).map(([type, schema]) => [type, compile(schema)] as const);
    return { inputs: inputs && compile(inputs), bodies: Object.fromEntries(compiled) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
