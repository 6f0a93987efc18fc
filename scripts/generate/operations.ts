import {
  argument,
  type Contract,
  documentedOperations,
  type LocatedOperation,
  type RequestBody,
  resolve,
  type Schema,
} from "../contract.ts";
import { docComment } from "./comment.ts";
import { isMarked } from "./types.ts";

/** `generated/operations.ts`: a row an operation, and the signature that its row is called by. */
export function operations(contract: Contract): string {
  const located = documentedOperations(contract);
  const names = [...new Set(located.flatMap((one) => modelName(one) ?? []))].sort();
  const models = names.map((name) => (localName(name) === name ? name : `${name} as ${localName(name)}`));
  const signatures = located.map((one) => signature(one, contract)).join("\n\n");
  const helpers = ["Readable", "Writable"].filter((name) => signatures.includes(`${name}<`));
  return `${models.length > 0 ? `import type { ${models.join(", ")} } from "./models.ts";\n` : ""}import type { ${["operations as schema", ...helpers].join(", ")} } from "./schema.ts";

export interface OperationRow {
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The path below the base URL, a \`{name}\` where a value belongs. */
  readonly path: string;
  /** Whether the operation may be sent again after a failure. The contract's judgement, not derived from the method. */
  readonly repeatable: boolean;
  /** The path values that are numbers. The others are strings. */
  readonly numbers?: readonly string[];
  /** Whether the operation takes a body, its argument after the path values. */
  readonly body?: true;
  /** Whether the operation takes query inputs other than the token, its last argument before the options. */
  readonly query?: true;
  /** The expected JSON body of a success: any value, an object, or an envelope with \`success: true\`. Absent where none is documented. */
  readonly expects?: "any" | "object" | "envelope";
}

export const operations = {
${located.map((one) => row(one, contract)).join("\n")}
} as const satisfies Record<string, OperationRow>;

export type OperationId = keyof typeof operations;

/** The documented operations by name. \`Options\` is what every call takes last. */
export interface Operations<Options> {
${signatures}
}
`;
}

function row({ method, path, operation, query, success }: LocatedOperation, contract: Contract): string {
  const media = success?.media;
  const numbers = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === "path" && isNumber(resolve(contract, parameter.schema)))
    .map(({ name }) => name);
  const fields = [
    `method: ${JSON.stringify(method)}`,
    `path: ${JSON.stringify(path)}`,
    `repeatable: ${operation["x-repeatable"]}`,
    ...(numbers.length > 0 ? [`numbers: ${JSON.stringify(numbers)}`] : []),
    ...(operation.requestBody ? ["body: true"] : []),
    ...(query.length > 0 ? ["query: true"] : []),
    ...(media ? [`expects: "${expectedBody(media.schema, contract)}"`] : []),
  ];
  return `  ${operation.operationId}: { ${fields.join(", ")} },`;
}

const isNumber = ({ type }: Schema) => type === "integer" || type === "number";

function expectedBody(schema: Schema, contract: Contract): "any" | "object" | "envelope" {
  if (schema.$ref) return expectedBody(resolve(contract, schema), contract);
  const kinds = ((schema["allOf"] ?? []) as Schema[]).map((part) => expectedBody(part, contract));
  const success = (schema["properties"] as Record<string, Schema> | undefined)?.["success"];
  if (success?.["const"] === true || kinds.includes("envelope")) return "envelope";
  return schema["type"] === "object" || kinds.includes("object") ? "object" : "any";
}

function signature(located: LocatedOperation, contract: Contract): string {
  const { operation, pathValues, query } = located;
  const { operationId, summary, description } = operation;
  const at = `schema[${JSON.stringify(operationId)}]`;
  const body = operation.requestBody;
  const queryRequired = query.some(({ required }) => required);
  const named = new Map(operation.parameters?.map((parameter) => [parameter.name, parameter]));
  const parameters = [
    ...pathValues.map((name) => `${argument(name)}: ${at}["parameters"]["path"][${JSON.stringify(name)}]`),
    ...(body ? [optional("body", bodyType(body, at, contract), body.required === true, queryRequired)] : []),
    ...(query.length > 0 ? [optional("query", `NonNullable<${at}["parameters"]["query"]>`, queryRequired)] : []),
    "options?: Options",
  ];
  const comment = [
    `${sentence(summary)} ${description}`,
    ...pathValues.map((name) => `@param ${argument(name)} ${named.get(name)?.description ?? ""}`),
    `@see The contract, ${operation.tags[0]}: ${summary}`,
    ...(operation.deprecated ? ["@deprecated"] : []),
  ];
  return `${docComment(comment, "  ")}  ${operationId}(${parameters.join(", ")}): Promise<${responseType(located, at, contract)}>;`;
}

/** An argument that may be left out, or be `undefined` where one that may not be left out follows. */
function optional(name: string, type: string, required: boolean, before = false): string {
  if (required) return `${name}: ${type}`;
  return before ? `${name}: ${type} | undefined` : `${name}?: ${type}`;
}

function bodyType(body: RequestBody, at: string, contract: Contract): string {
  const [mediaType = ""] = Object.keys(body.content);
  if (mediaType === "multipart/form-data") return "FormData";
  const type = `NonNullable<${at}["requestBody"]>["content"]["${mediaType}"]`;
  return isMarked(contract, body.content) ? `Writable<${type}>` : type;
}

/** What a success resolves to. */
function responseType(located: LocatedOperation, at: string, contract: Contract): string {
  const { status: code = "", mediaType, media } = located.success ?? {};
  if (!mediaType) return "void";
  const name = modelName(located);
  if (name) return localName(name);
  const type = `${at}["responses"][${status(code)}]["content"]["${mediaType}"]`;
  return isMarked(contract, media) ? `Readable<${type}>` : type;
}

/** The schema that a success has by name. */
const modelName = ({ success }: LocatedOperation) =>
  success?.media?.schema.$ref?.match(/^#\/components\/schemas\/([^/]+)$/)?.[1];

/** What the generated file itself calls something. A schema of the same name is imported under another. */
const taken = "FormData NonNullable OperationId OperationRow Operations Options Promise Readable Record Writable".split(
  " ",
);
const localName = (name: string) => (taken.includes(name) ? `${name}Model` : name);

const status = (code: string) => (/^\d+$/.test(code) ? code : JSON.stringify(code));
const sentence = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`);
