import * as ajvPackage from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import * as formats from "ajv-formats/dist/formats.js";
import { build } from "esbuild";
import type { JsonObject } from "../../../src/openapi/json.ts";
import { appendErrors, createAjv } from "../../../src/schemas/ajv.ts";
import { createSchemaCloser } from "../../../src/schemas/close-schema.ts";
import { createSchemaCopier } from "../../../src/schemas/validators.ts";
import type { Contract } from "../../contract/document.ts";

const { _ } = ajvPackage;

/**
 * Compiles validators ahead of time, and writes their module and its types.
 *
 * @param schemas By kind, name and part. Each kind is an export of the module, with the validators
 * by name and part.
 * @param omitKeyword `readOnly` for requests, `writeOnly` for responses: properties with it aren't
 * required.
 */
export async function compileModule<Name extends string>(
  name: Name,
  contract: Contract,
  schemas: Record<string, Record<string, Readonly<Record<string, JsonObject>>>>,
  omitKeyword: "readOnly" | "writeOnly",
): Promise<Record<`${Name}.js` | `${Name}.d.ts`, string>> {
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
  const write = (schema: JsonObject) => `exports[${JSON.stringify(idOf(schema))}]`;
  const exports = Object.entries(schemas).map(
    ([kind, names]) =>
      `export const ${kind} = ${writeMap(names, (parts) => writeMap(parts, write))};`,
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
  const types = Object.keys(schemas).map(
    (kind) => `export declare const ${kind}: Record<string, Record<string, CompiledSchema>>;\n`,
  );
  return {
    [`${name}.js`]: bundled.outputFiles[0]?.text ?? "",
    [`${name}.d.ts`]: `import type { CompiledSchema } from "../src/openapi/differences.ts";\n\n${types.join("")}`,
  } as Record<`${Name}.js` | `${Name}.d.ts`, string>;
}

const writeMap = <Value>(
  map: Readonly<Record<string, Value>>,
  write: (value: Value) => string,
): string =>
  `{ ${Object.entries(map)
    .map(([name, value]) => `${JSON.stringify(name)}: ${write(value)}`)
    .join(", ")} }`;
