import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import { type Contract, documentedOperations, type Json, nodes, type Schema, successAnswer } from "../contract.ts";

/** `generated/validators.js` and its types: a validator for each successful answer, compiled here, not where it runs. */
export async function validators(contract: Contract): Promise<Record<"validators.js" | "validators.d.ts", string>> {
  const answers = documentedOperations(contract).flatMap(({ operation }) => {
    const [media] = Object.values(successAnswer(operation)?.answer.content ?? {});
    return media ? [{ id: operation.operationId, schema: closed(media.schema, extended(contract)) as Schema }] : [];
  });
  // Formats are annotations in this dialect. Strict mode would refuse the contract's extensions.
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    validateFormats: false,
    code: { source: true, esm: true },
  });
  const components = closed(contract.components, extended(contract)) as Schema;
  for (const { id, schema } of answers) ajv.addSchema({ ...schema, $id: id, components });
  const source = standaloneCode.default(ajv, Object.fromEntries(answers.map(({ id }) => [id, id])));
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
  (answer: unknown): boolean;
  errors?: ValidatorError[] | null;
}

${answers.map(({ id }) => `export declare const ${id}: Validator;`).join("\n")}
`,
  };
}

/** The schemas that others extend by `allOf`. Closed, they would refuse what the extension adds. */
function extended(contract: Contract): Set<string> {
  const parts = nodes(contract).flatMap(({ node }) => (node["allOf"] ?? []) as Schema[]);
  return new Set(parts.flatMap((part) => part.$ref?.split("/").at(-1) ?? []));
}

/** A copy that refuses properties which no schema names, so that they can be told. Examples are left out. */
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
