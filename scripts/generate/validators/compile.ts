import * as ajvPackage from "ajv/dist/2020.js";
import type { SourceCode } from "ajv/dist/types/index.js";
import * as formats from "ajv-formats/dist/formats.js";
import { build } from "esbuild";
import { createAjv } from "../../../src/schemas/ajv.ts";
import type { Schema } from "../../contract/document.ts";

const { _, nil } = ajvPackage;

/** The last module for each list of kinds, and what it was compiled from, as text. */
const lastModules = new Map<string, { source: string; module: Promise<string> }>();

/**
 * Compiles a module of validators. Returns the last module again for the same schemas: few edits of a contract change
 * one, and compiling takes longer than the rest of what `npm start` does after an edit.
 */
export function compileModule(...[schemas, roots, kinds, options]: Parameters<typeof compile>): Promise<string> {
  const source = JSON.stringify([[...schemas], roots, options]);
  const lastModule = lastModules.get(kinds.join());
  if (lastModule?.source === source) return lastModule.module;
  const module = compile(schemas, roots, kinds, options);
  lastModules.set(kinds.join(), { source, module });
  return module;
}

/**
 * @param roots The ids of the exported validators, by kind and name.
 * @param kinds The names of the exports, each of which contains validators by name.
 * @param options Added to Ajv's options. Default: formats are annotations, as in this dialect.
 */
async function compile(
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
      code: { source: true, esm: true, formats: _`require("./formats.ts").formats` },
      ...options,
    },
  );
  for (const [id, schema] of schemas) ajv.addSchema(schema as Schema, id);
  const source = moduleOf(ajv, [...schemas.keys()], roots, kinds);
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
 * Writes a module that exports validators by kind and name. The time of Ajv's own `standaloneCode` grows with the
 * square of the number of schemas, and it declares a function twice that is both exported and referred to.
 */
function moduleOf(ajv: ajvPackage.Ajv2020, ids: string[], roots: Record<string, string>, kinds: string[]): string {
  const functions = new Map(ids.map((id) => [id, ajv.getSchema(id)?.source as SourceCode]));
  const usedValues = {};
  const lines = [...functions.values()].flatMap(({ validateName, validateCode, scopeValues, evaluated }) => [
    // Other validators are functions of this module. A recursive validator is called through an object.
    ajv.scope.scopeCode(scopeValues, usedValues, (name) => {
      if (name.prefix === "validate") return nil;
      const { validateName } = (name.value as { ref: { validateName: ajvPackage.Name } }).ref;
      return _`const ${name} = {validate: ${validateName}};`;
    }),
    validateCode,
    evaluated ? `${validateName}.evaluated = ${evaluated};` : "",
  ]);
  const exports = kinds.map((kind) => {
    const entries = Object.entries(roots).flatMap(([root, id]) => {
      const [rootKind, ...name] = root.split(" ");
      return rootKind === kind ? [`${JSON.stringify(name.join(" "))}: ${functions.get(id)?.validateName}`] : [];
    });
    return `export const ${kind} = { ${entries.join(", ")} };`;
  });
  return [collector, inLinearTime(lines.join("\n")), ...exports].join("\n");
}

/**
 * Ajv joins the errors of two validators with `concat`, which takes quadratic time. These functions append. Ajv's code
 * depends on the number of errors, so that beyond a limit the list only grows longer, by holes.
 */
const collector = `
const limit = 100_000;
function addError(errors, error) {
  if (errors === null) return [error];
  if (errors.length < limit) errors.push(error);
  else errors.length++;
  return errors;
}
function addErrors(errors, more) {
  if (errors === null) return more;
  for (const error of more) addError(errors, error);
  return errors;
}`;

/** Replaces the ways in which Ajv's code collects errors by the functions of `collector`. */
function inLinearTime(code: string): string {
  const appending = code
    .replaceAll(
      /if\(vErrors === null\)\{vErrors = \[(\w+)\];\}else \{vErrors\.push\(\1\);\}/g,
      "vErrors = addError(vErrors, $1);",
    )
    .replaceAll(
      /vErrors = vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\1\.errors\);/g,
      "vErrors = addErrors(vErrors, $1.errors);",
    );
  if (/vErrors\.(push|concat)\(/.test(appending))
    throw new Error("Ajv collects errors in another way: see inLinearTime.");
  return appending;
}
