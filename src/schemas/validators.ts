import type { Ajv2020, Options } from "ajv/dist/2020.js";
import { memoizeByRef } from "../openapi/cache.ts";
import type { CompiledSchema } from "../openapi/differences.ts";
import { endlessProblem, endlessSchemas } from "../openapi/endless.ts";
import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { reachableObjects } from "../openapi/nodes.ts";
import { targetOf } from "../openapi/reference.ts";
import { dialect, isAnnotation, listOmitted, mapSchemas } from "../openapi/schema.ts";
import { loadAll, loadPeer } from "../platform/peers.ts";
import { runWithinSecond } from "../platform/time-limit.ts";
import { type AjvPackages, createAjv } from "./ajv.ts";

export type Compile = (schema: JsonObject) => CompiledSchema;

type Compilers = Readonly<Record<"request" | "response", Compile>>;

export async function loadAjv(): Promise<AjvPackages> {
  const purpose = "validate requests and generated bodies";
  const [ajv, formats] = await loadAll(
    loadPeer(purpose, "ajv/dist/2020.js", () => import("ajv/dist/2020.js")),
    loadPeer(purpose, "ajv-formats/dist/formats.js", () => import("ajv-formats/dist/formats.js")),
  );
  return { ajv, formats };
}

/** Optimizing takes longer than it saves. */
const code = { optimize: false };

/** Ajv with the schema of schemas, which is compiled once: no contract changes it. */
let metaAjv: Ajv2020 | undefined;

export async function loadMetaSchema(): Promise<CompiledSchema> {
  metaAjv ??= createAjv(await loadAjv(), { allErrors: true, code });
  return metaAjv.getSchema(dialect) as CompiledSchema;
}

export const createCompilers = async (document: object): Promise<Compilers> =>
  createCompilersOf(await loadAjv(), document);

/** @param createCopier `createSchemaCloser` for validators that find unknown fields, too. */
export function createCompilersOf(
  packages: AjvPackages,
  document: object,
  createCopier: typeof createSchemaCopier = createSchemaCopier,
  options: Pick<Options, "validateFormats"> = {},
): Compilers {
  // What breaks the schema of schemas is reported as a contract is read, and often does no harm.
  const ajv = createAjv(packages, { allErrors: true, validateSchema: false, code, ...options });
  const endless = endlessSchemas(document);
  const createCompiler = (omitKeyword: "readOnly" | "writeOnly"): Compile => {
    const copy = createCopier(document, omitKeyword, (schema, id) => ajv.addSchema(schema, id));
    return memoizeByRef((schema) => {
      const parts = reachableObjects(document, schema);
      if (parts.some((part) => endless.has(part))) throw new Error(`a schema ${endlessProblem}`);
      try {
        const validate = ajv.compile(copy(schema) as JsonObject) as CompiledSchema;
        return parts.some(hasPattern) ? limitTime(validate) : validate;
      } catch (error) {
        throw error instanceof RangeError ? new Error("Schemas are nested too deeply") : error;
      }
    });
  };
  return { request: createCompiler("readOnly"), response: createCompiler("writeOnly") };
}

const hasPattern = (schema: JsonObject): boolean =>
  "pattern" in schema || "patternProperties" in schema;

const outOfTime = {
  instancePath: "",
  schemaPath: "",
  keyword: "pattern",
  params: {},
  message: "takes more than a second to check: a pattern can match it in too many ways (ReDoS)",
};

/** Returns whether the last check of a value took too long, so that its result is unknown. */
export const isOutOfTime = ({ errors }: CompiledSchema): boolean =>
  errors?.includes(outOfTime) === true;

function limitTime(validate: CompiledSchema): CompiledSchema {
  const limited: CompiledSchema = (value) => {
    const isValid = runWithinSecond(() => validate(value));
    limited.errors = isValid === undefined ? [outOfTime] : (validate.errors ?? null);
    return isValid === true;
  };
  return limited;
}

/**
 * Creates a function that copies a contract's schemas for Ajv. The target of a reference is copied
 * once, added under an id, and referred to by that id: Ajv would otherwise compile it again for
 * each reference.
 * @param omitKeyword `readOnly` for requests, `writeOnly` for responses: properties with it aren't
 * required.
 */
export function createSchemaCopier(
  document: object,
  omitKeyword: "readOnly" | "writeOnly",
  add: (schema: JsonObject | boolean, id: string) => void,
) {
  const ids = new Map<string, string>();
  let count = 0;

  function idOf($ref: string, omittedNames: readonly string[]): string {
    const key = [$ref, ...omittedNames].join(" ");
    const existingId = ids.get(key);
    if (existingId) return existingId;
    const target = targetOf(document, $ref);
    if (target === undefined) throw new Error(`Unresolved reference: ${$ref}`);
    const id = `${omitKeyword}-${count++}`;
    ids.set(key, id);
    try {
      add(copy(target, omittedNames), id);
    } catch (error) {
      // The next reference to it fails for the same reason.
      ids.delete(key);
      throw error;
    }
    return id;
  }

  /**
   * @param parentNames The names that the schema can't require, since one that it is a part of
   * omits them.
   */
  function copy(value: unknown, parentNames: readonly string[] = []): JsonObject | boolean {
    if (!isObject(value)) return value as boolean;
    const keptEntries = Object.entries(value).filter(([keyword]) => !isAnnotation(keyword));
    const hasParts = keptEntries.some(
      ([keyword]) => keyword === "required" || partKeywords.has(keyword),
    );
    const omittedNames = hasParts
      ? [...parentNames, ...listOmitted(document, value, omitKeyword)]
      : [];
    const schema = mapSchemas(Object.fromEntries(keptEntries), (inner, keyword) => {
      const names = partKeywords.has(keyword) ? omittedNames : [];
      return keyword === "$ref" ? idOf(`${inner}`, names) : copy(inner, names);
    });
    if (!("required" in schema)) return adaptToAjv(schema);
    const required = asList(schema["required"]).filter(
      (name) => !omittedNames.includes(String(name)),
    );
    return adaptToAjv({ ...schema, required });
  }
  return (schema: JsonObject) => copy(schema);
}

/** Keywords whose schemas apply to the same value, and may require what the whole omits. */
const partKeywords = new Set(["$ref", "allOf", "anyOf", "then", "else", "dependentSchemas"]);

/**
 * Rewrites what Ajv rejects, an `enum` without values, what it ignores, the property `__proto__`,
 * and a condition without `then`, whose evaluated properties and items it doesn't see.
 */
function adaptToAjv(schema: JsonObject): JsonObject {
  if (Array.isArray(schema["enum"]) && schema["enum"].length === 0) return { not: {} };
  if ("if" in schema && !("then" in schema)) {
    const { if: condition, else: alternative = true, ...rest } = schema;
    const choice = { anyOf: [condition, { allOf: [{ not: condition }, alternative] }] };
    return adaptToAjv({ ...rest, allOf: [...asList(rest["allOf"]), choice] });
  }
  if (!Object.hasOwn(asObject(schema["properties"]), "__proto__")) return schema;
  const { ["__proto__"]: prototype, ...properties } = asObject(schema["properties"]);
  const patternProperties = { ...asObject(schema["patternProperties"]), "^__proto__$": prototype };
  return { ...schema, properties, patternProperties };
}
