import {
  type Contract,
  documentedOperations,
  type LocatedOperation,
  type Operation,
  type Schema,
  successAnswer,
} from "../contract.ts";

/** `generated/operations.ts`: a row an operation, and the signature that its row is called by. */
export function operations(contract: Contract): string {
  const located = documentedOperations(contract);
  const named = new Set(located.flatMap(({ operation }) => answerName(operation) ?? []));
  return `import type { ${[...named, "operations as schema"].sort().join(", ")} } from "./schema.ts";

export interface OperationRow {
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The path below the base URL, a \`{name}\` where a value belongs. */
  readonly path: string;
  /** Whether the operation may be sent again after a failure. The contract's judgement, not derived from the method. */
  readonly repeatable: boolean;
  /** Whether the operation takes a body, its argument after the path values. */
  readonly body?: true;
  /** Whether the operation takes query inputs other than the token, its last argument before the options. */
  readonly query?: true;
  /** The JSON that a success carries: any, an object, or one with the envelope. Absent where the body is of no matter. */
  readonly answer?: "any" | "object" | "envelope";
}

export const operations = {
${located.map((one) => row(one, contract)).join("\n")}
} as const satisfies Record<string, OperationRow>;

export type OperationId = keyof typeof operations;

/** The documented operations by name. \`Options\` is what every call takes last. */
export interface Operations<Options> {
${located.map(signature).join("\n\n")}
}
`;
}

function row({ method, path, operation }: LocatedOperation, contract: Contract): string {
  const [media] = Object.values(successAnswer(operation)?.answer.content ?? {});
  const fields = [
    `method: ${JSON.stringify(method)}`,
    `path: ${JSON.stringify(path)}`,
    `repeatable: ${operation["x-repeatable"]}`,
    ...(operation.requestBody ? ["body: true"] : []),
    ...(queryInputs(operation).length > 0 ? ["query: true"] : []),
    ...(media ? [`answer: "${answerKind(media.schema, contract)}"`] : []),
  ];
  return `  ${operation.operationId}: { ${fields.join(", ")} },`;
}

function answerKind(schema: Schema, contract: Contract): "any" | "object" | "envelope" {
  const target = contract.components.schemas[schema.$ref?.split("/").at(-1) ?? ""];
  if (target) return answerKind(target, contract);
  const kinds = ((schema["allOf"] ?? []) as Schema[]).map((part) => answerKind(part, contract));
  const success = (schema["properties"] as Record<string, Schema> | undefined)?.["success"];
  if (success?.["const"] === true || kinds.includes("envelope")) return "envelope";
  return schema["type"] === "object" || kinds.includes("object") ? "object" : "any";
}

function signature({ path, operation }: LocatedOperation): string {
  const { operationId, summary, description } = operation;
  const at = `schema[${JSON.stringify(operationId)}]`;
  const query = queryInputs(operation);
  const body = operation.requestBody;
  const mediaType = Object.keys(body?.content ?? {})[0];
  const values = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? "");
  const named = new Map(operation.parameters?.map((parameter) => [parameter.name, parameter]));
  const parameters = [
    ...values.map((name) => `${argument(name)}: ${at}["parameters"]["path"][${JSON.stringify(name)}]`),
    ...(body
      ? [`body${body.required ? "" : "?"}: NonNullable<${at}["requestBody"]>["content"][${JSON.stringify(mediaType)}]`]
      : []),
    ...(query.length > 0
      ? [`query${query.some(({ required }) => required) ? "" : "?"}: NonNullable<${at}["parameters"]["query"]>`]
      : []),
    "options?: Options",
  ];
  const comment = [
    `${sentence(summary)} ${description}`,
    ...values.map((name) => `@param ${argument(name)} ${named.get(name)?.description ?? ""}`),
    `@see The contract, ${operation.tags[0]}: ${summary}`,
  ];
  return `  /**
${comment
  .flatMap(wrap)
  .map((line) => `   * ${line}`)
  .join("\n")}
   */
  ${operationId}(${parameters.join(", ")}): Promise<${answerType(operation, at)}>;`;
}

function queryInputs(operation: Operation) {
  return (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
}

function answerType(operation: Operation, at: string): string {
  const success = successAnswer(operation);
  const [mediaType] = Object.keys(success?.answer.content ?? {});
  if (!success || !mediaType) return "void";
  return answerName(operation) ?? `${at}["responses"][${status(success.status)}]["content"]["${mediaType}"]`;
}

function answerName(operation: Operation): string | undefined {
  const [media] = Object.values(successAnswer(operation)?.answer.content ?? {});
  return media?.schema.$ref?.split("/").at(-1);
}

/** Lines of a doc comment, broken between words. */
function wrap(text: string): string[] {
  const line = /(\S.{0,110})(?:\s+|$)/g;
  return [...text.replaceAll(/\s+/g, " ").replaceAll("*/", "*\\/").matchAll(line)].map(([, words]) => words ?? "");
}

const status = (code: string) => (/^\d+$/.test(code) ? code : JSON.stringify(code));
const sentence = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`);
const argument = (name: string) => name.replace(/[^A-Za-z0-9_$]+(.?)/g, (_, next: string) => next.toUpperCase());
