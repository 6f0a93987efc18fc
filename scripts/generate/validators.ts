import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import { type Contract, documentedOperations, type Json, nodes, type Schema } from "../contract.ts";

/** `generated/validators.js` and its types: a validator for each successful response, compiled ahead of time. */
export async function validators(contract: Contract): Promise<Record<"validators.js" | "validators.d.ts", string>> {
  const open = extended(contract);
  const responses = documentedOperations(contract).flatMap(({ operation, success }) =>
    success?.media ? [{ id: operation.operationId, schema: closed(success.media.schema, open) as Schema }] : [],
  );
  // Formats are annotations in this dialect. Strict mode rejects the contract's extensions.
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    validateFormats: false,
    code: { source: true, esm: true },
  });
  const components = closed(contract.components, open) as Schema;
  for (const { id, schema } of responses) ajv.addSchema({ ...schema, $id: id, components });
  const source = standaloneCode.default(ajv, Object.fromEntries(responses.map(({ id }) => [id, id])));
  // Ajv's own helpers are `require`d even in its ESM output: bundled, they come along.
  const bundled = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname },
    bundle: true,
    format: "esm",
    minify: true,
    logLevel: "silent",
    write: false,
  });
  return {
    "validators.js": bundled.outputFiles[0]?.text ?? "",
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

${responses.map(({ id }) => `export declare const ${id}: Validator;`).join("\n")}
`,
  };
}

/** The schemas that others extend by `allOf`. Closed, they would reject what the extension adds. */
function extended(contract: Contract): Set<string> {
  const parts = nodes(contract).flatMap(({ node }) => (node["allOf"] ?? []) as Schema[]);
  return new Set(parts.flatMap((part) => part.$ref?.split("/").at(-1) ?? []));
}

/** A copy that rejects properties which no schema names, so that they can be reported. */
function closed(node: Json | object, open: Set<string>, name = "", part = false): Json {
  if (Array.isArray(node)) return node.map((item) => closed(item, open, "", name === "allOf"));
  if (typeof node !== "object" || node === null) return node as Json;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, closed(value, open, key)] satisfies [string, Json]),
  );
  const isObject = copy["type"] === "object" || "allOf" in copy;
  if (isObject && !part && !open.has(name) && !("additionalProperties" in copy)) copy["unevaluatedProperties"] = false;
  return copy;
}
