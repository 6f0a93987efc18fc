import * as ajvPackage from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import * as formats from "ajv-formats/dist/formats.js";
import { build } from "esbuild";
import type { JsonObject } from "../../../src/openapi/json.ts";
import { appendErrors, createAjv } from "../../../src/schemas/ajv.ts";
import { createSchemaCloser } from "../../../src/schemas/close-schema.ts";
import { createSchemaCopier } from "../../../src/schemas/validators.ts";
import type { Contract } from "../../contract/document.ts";
import { writeCode } from "../code.ts";

const { _ } = ajvPackage;

/**
 * Compiles validators ahead of time, and writes their module.
 * @param omitKeyword `readOnly` for requests, `writeOnly` for responses: properties with it aren't
 * required.
 * @param createExports Returns the module's exports, by name. What it passes a schema to returns
 * what stands for the validator.
 */
export async function compileModule(
  contract: Contract,
  omitKeyword: "readOnly" | "writeOnly",
  createExports: (compile: (schema: JsonObject) => object) => Readonly<Record<string, object>>,
): Promise<string> {
  const ajv = createAjv(
    { ajv: ajvPackage, formats },
    {
      allErrors: true,
      validateSchema: false,
      // In responses they are annotations, as in this dialect.
      validateFormats: omitKeyword === "readOnly",
      code: { source: true, formats: _`require("./formats.ts").formats` },
    },
  );
  const add = (schema: JsonObject | boolean, id: string) => ajv.addSchema(schema, id);
  const createCopier = omitKeyword === "readOnly" ? createSchemaCopier : createSchemaCloser;
  const copy = createCopier(contract, omitKeyword, add);
  // Many operations have the same schema, which is compiled once.
  const ids = new Map<string, string>();
  const idOf = (schema: JsonObject) => {
    const root = copy(schema);
    const text = JSON.stringify(root);
    const id = ids.get(text) ?? `root-${ids.size}`;
    if (!ids.has(text)) add(root, id);
    ids.set(text, id);
    return id;
  };
  const references = new Map<object, string>();
  const exported = createExports((schema) => {
    const reference = {};
    references.set(reference, `exports[${JSON.stringify(idOf(schema))}]`);
    return reference;
  });
  const exports = Object.entries(exported).map(
    ([name, value]) =>
      `export const ${name} = ${writeCode(value, (part) => references.get(part))};`,
  );
  const idsByExport = Object.fromEntries([...ids.values()].map((id) => [id, id]));
  const code = appendErrors(standaloneCode.default(ajv, idsByExport));
  // Ajv's own helpers are `require`d: bundled, they come along.
  const bundled = await build({
    stdin: {
      contents: ["const exports = {};", code, ...exports].join("\n"),
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: "esm",
    minify: true,
    logLevel: "silent",
    write: false,
  });
  return bundled.outputFiles[0]?.text ?? "";
}
