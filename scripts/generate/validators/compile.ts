import * as ajvPackage from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import * as formats from "ajv-formats/dist/formats.js";
import { build } from "esbuild";
import { createAjv } from "../../../src/schemas/ajv.ts";
import type { Schema } from "../../contract/document.ts";

const { _ } = ajvPackage;

/**
 * Compiles a module of validators.
 *
 * @param roots The ids of the exported validators, by kind and name.
 * @param kinds The names of the exports, each of which contains validators by name.
 * @param options Added to Ajv's options. Default: formats are annotations, as in this dialect.
 */
export async function compileModule(
  schemas: ReadonlyMap<string, unknown>,
  roots: Record<string, string>,
  kinds: string[],
  options: ajvPackage.Options = { validateFormats: false },
): Promise<string> {
  const ajv = createAjv(
    { ajv: ajvPackage, formats },
    {
      allErrors: true,
      validateSchema: false,
      code: { source: true, formats: _`require("./formats.ts").formats` },
      ...options,
    },
  );
  for (const [id, schema] of schemas) ajv.addSchema(schema as Schema, id);
  const referredIds = new Set(JSON.stringify([...schemas.values()]).match(/(?<="\$ref":")[^"]+/g));
  const exportedIds = [...new Set(Object.values(roots))].map((id) => {
    if (!referredIds.has(id)) return [id, id];
    // Ajv declares a function twice that is both exported and recursive: a reference to it is exported.
    ajv.addSchema({ $ref: id }, `exported ${id}`);
    return [id, `exported ${id}`];
  });
  const exportOf = (kind: string) => {
    const entries = Object.entries(roots).flatMap(([root, id]) => {
      const [rootKind, ...name] = root.split(" ");
      return rootKind === kind ? [`${JSON.stringify(name.join(" "))}: exports[${JSON.stringify(id)}]`] : [];
    });
    return `export const ${kind} = { ${entries.join(", ")} };`;
  };
  const code = standaloneCode.default(ajv, Object.fromEntries(exportedIds));
  // Ajv's own helpers are `require`d: bundled, they come along.
  const bundled = await build({
    stdin: {
      contents: ["const exports = {};", code, ...kinds.map(exportOf)].join("\n"),
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
