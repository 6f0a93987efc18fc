import type { Ajv2020 } from "ajv/dist/2020.js";
import { loadPeers } from "../commands/peers.ts";
import type { CompiledSchema } from "../openapi/differences.ts";
import { isObject, type JsonObject } from "../openapi/json.ts";
import { targetOf } from "../openapi/reference.ts";
import { copyForValidator } from "../openapi/schema.ts";
import { type AjvPackages, createAjv } from "./ajv.ts";

export type Compile = (schema: unknown) => CompiledSchema;

export async function loadAjv(): Promise<AjvPackages> {
  const peers = await loadPeers("validate requests and generated bodies", {
    "ajv/dist/2020.js": () => import("ajv/dist/2020.js"),
    "ajv-formats/dist/formats.js": () => import("ajv-formats/dist/formats.js"),
  });
  return { ajv: peers["ajv/dist/2020.js"], formats: peers["ajv-formats/dist/formats.js"] };
}

/** Optimizing takes longer than it saves. */
const code = { optimize: false };

/** Ajv with the schema of schemas, which is compiled once: no contract changes it. */
let metaAjv: Ajv2020 | undefined;

const loadMetaAjv = (packages: AjvPackages) => (metaAjv ??= createAjv(packages, { allErrors: true, code }));

export async function loadMetaSchema(): Promise<CompiledSchema> {
  const id = "https://json-schema.org/draft/2020-12/schema";
  return loadMetaAjv(await loadAjv()).getSchema(id) as CompiledSchema;
}

export async function createCompilers(document: object): Promise<Readonly<Record<"request" | "response", Compile>>> {
  const packages = await loadAjv();
  return {
    request: createCompiler(packages, document, "readOnly"),
    response: createCompiler(packages, document, "writeOnly"),
  };
}

/** Creates the compiler of one direction. @param omitKeyword As for `createSchemaCopier`. */
function createCompiler(packages: AjvPackages, document: object, omitKeyword: "readOnly" | "writeOnly"): Compile {
  const ajv = createAjv(packages, { allErrors: true, code });
  // Each instance would compile the schema of schemas again.
  ajv.validateSchema = (schema, isThrown) => loadMetaAjv(packages).validateSchema(schema, isThrown);
  const copy = createSchemaCopier(document, omitKeyword, (schema, id) => ajv.addSchema(schema, id));
  return (schema) => ajv.compile(copy(schema) as JsonObject) as CompiledSchema;
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

  function idOf($ref: string, omittedNames: readonly string[]): string {
    const key = [$ref, ...omittedNames].join(" ");
    const existingId = ids.get(key);
    if (existingId) return existingId;
    const target = targetOf(document, $ref);
    if (target === undefined) throw new Error(`Unresolved reference: ${$ref}`);
    const id = `${omitKeyword}-${ids.size}`;
    ids.set(key, id);
    add(copy(target, "", omittedNames), id);
    return id;
  }

  const copy = (value: unknown, keyword = "", omittedNames: readonly string[] = []): JsonObject | boolean => {
    if (keyword === "$ref") return idOf(`${value}`, omittedNames) as never;
    if (!isObject(value)) return value as boolean;
    return copyForValidator(document, value, omitKeyword, copy, omittedNames);
  };
  return (schema: unknown) => copy(schema);
}
