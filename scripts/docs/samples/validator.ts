import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { createSchemaCopier } from "../../../src/mock/schemas.ts";
import { type Contract, cachePerDocument, isObject, type Json } from "../../contract.ts";

type Validate = (value: unknown) => boolean;

/** Returns a validator of values in requests. A schema that is invalid accepts nothing. */
export function validatorOf(contract: Contract, schema: Json): Validate {
  if (!isObject(schema)) return () => schema === true;
  const { validators, compile } = compilerOf(contract);
  const validator = validators.get(schema) ?? compile(schema);
  validators.set(schema, validator);
  return validator;
}

const compilerOf = cachePerDocument((contract: Contract) => {
  const ajv = new Ajv2020({ strict: false, logger: false, inlineRefs: false, code: { optimize: false } });
  formats.default(ajv);
  const copy = createSchemaCopier(contract, "readOnly", (schema, id) => ajv.addSchema(schema, id));
  const compile = (schema: object): Validate => {
    try {
      return ajv.compile(copy(schema));
    } catch {
      return () => false;
    }
  };
  return { compile, validators: new WeakMap<object, Validate>() };
});
