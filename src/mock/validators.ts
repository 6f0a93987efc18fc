import type { Node } from "./document.ts";
import { besidePrism } from "./prism.ts";
import { schemaCopier } from "./schemas.ts";

/** As Ajv makes them. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly { instancePath: string; message?: string }[] | null;
}
interface Ajv {
  compile(schema: object): Validator;
  addSchema(schema: Node | boolean, id: string): void;
}

/** Creates the function that compiles schemas of a contract, without what the other side sends. */
export function compiler(document: Node, left: "readOnly" | "writeOnly"): (schema: unknown) => Validator {
  const { Ajv2020 } = besidePrism("ajv/dist/2020") as { Ajv2020: new (options: object) => Ajv };
  const { default: addFormats } = besidePrism("ajv-formats") as { default: (ajv: object) => void };
  // A format that Ajv does not know is an annotation. Optimizing takes longer than what it saves.
  const code = { optimize: false };
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, logger: false, code });
  addFormats(ajv);
  const copy = schemaCopier(document, left, (schema, id) => ajv.addSchema(schema, id));
  return (schema) => ajv.compile(copy(schema) as object);
}
