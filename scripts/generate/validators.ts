import { _, Ajv2020, type Name, nil, type Options } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { build } from "esbuild";
import { type Contract, documentedOperations, type Schema } from "../contract.ts";
import { closedSchemas } from "./closed.ts";

/** `generated/validators.js` and its types: a validator for each successful response, compiled ahead of time. */
export async function validators(contract: Contract): Promise<Record<"validators.js" | "validators.d.ts", string>> {
  const responses = documentedOperations(contract).flatMap(({ operation, success }) =>
    success?.media ? [[operation.operationId, success.media.schema] as const] : [],
  );
  const { roots, schemas } = closedSchemas(contract, Object.fromEntries(responses));
  return {
    "validators.js": await standalone(schemas, roots),
    "validators.d.ts": `interface ValidatorError {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

interface Validator {
  (response: unknown): boolean;
  errors?: ValidatorError[] | null;
}

${responses.map(([id]) => `export declare const ${id}: Validator;`).join("\n")}
`,
  };
}

/**
 * A module of validators, compiled ahead of time: `roots` gives the ids of those that it exports, by name.
 * @param options Those of Ajv. Default: formats are annotations, as they are in this dialect.
 */
export async function standalone(
  schemas: ReadonlyMap<string, unknown>,
  roots: Record<string, string>,
  options: Options = { validateFormats: false },
): Promise<string> {
  // Strict mode rejects the contract's extensions.
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    validateSchema: false,
    inlineRefs: false,
    logger: false,
    code: { source: true, esm: true },
    ...options,
  });
  if (options.validateFormats) addFormats.default(ajv);
  for (const [id, schema] of schemas) ajv.addSchema(schema as Schema, id);
  const source = moduleOf(ajv, [...schemas.keys()], roots);
  // Ajv's own helpers are `require`d even in its ESM output: bundled, they come along.
  const bundled = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname },
    bundle: true,
    format: "esm",
    minify: true,
    logLevel: "silent",
    write: false,
  });
  return bundled.outputFiles[0]?.text ?? "";
}

/**
 * A module that exports validators by name. Ajv's own `standaloneCode` takes a time that grows with the square of the
 * number of schemas, and declares a function twice that is both exported and referred to.
 */
function moduleOf(ajv: Ajv2020, ids: string[], roots: Record<string, string>): string {
  const functions = new Map(ids.map((id) => [id, compiled(ajv, id)]));
  const declared = {};
  const lines = [...functions.values()].flatMap(({ validateName, validateCode, scopeValues, evaluated }) => [
    // Other validators are functions of this module. One within itself is called through an object.
    ajv.scope.scopeCode(scopeValues, declared, (name) => {
      if (name.prefix === "validate") return nil;
      const { validateName } = (name.value as { ref: { validateName: Name } }).ref;
      return _`const ${name} = {validate: ${validateName}};`;
    }),
    validateCode,
    evaluated ? `${validateName}.evaluated = ${evaluated};` : "",
  ]);
  const exported = Object.entries(roots).map(([name, id]) => `${functions.get(id)?.validateName} as ${name}`);
  return `${lines.join("\n")}\nexport { ${exported.join(", ")} };`;
}

function compiled(ajv: Ajv2020, id: string) {
  const source = ajv.getSchema(id)?.source;
  if (!source) throw new Error(`Ajv has no code of the schema ${id}.`);
  return source;
}
