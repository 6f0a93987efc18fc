import { isSuccessStatus } from "../../src/openapi/status.ts";
import {
  argument,
  bodyFacts,
  type Contract,
  isJson,
  type PathOperation,
  pathOperations,
  type RequestBody,
  schemaFields,
} from "../contract.ts";
import { docComment } from "./comment.ts";
import { unnamedParts } from "./models.ts";
import { importModels, inputsName, type Side } from "./names.ts";
import { isInputsFirst, row } from "./rows.ts";
import type { ContractTypes } from "./types.ts";

/** Writes `generated/operations.ts`: the row of each operation, its signature, and the method that passes its arguments on. */
export function operations(contract: Contract, types: ContractTypes): string {
  const operationList = pathOperations(contract);
  const print = printer(contract, types);
  const text = `export interface OperationRow {
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The path below the base URL, with a \`{name}\` for each value. */
  readonly path: string;
  /** Whether the operation may be sent again after a failure. The contract's judgement, not derived from the method. */
  readonly repeatable: boolean;
  /** \`false\` if the operation takes no token. */
  readonly token?: false;
  /** The media types of its body, the argument after the path values. Absent if it takes none. */
  readonly body?: readonly string[];
  /** Its query and header inputs, the argument after the body. */
  readonly inputs?: readonly string[];
  /** Whether the body comes after the inputs: it is optional, and one of them is not. */
  readonly bodyLast?: true;
  /** The wire names of inputs that have another name as arguments. */
  readonly names?: Readonly<Record<string, string>>;
  /** The wire names of the inputs that are headers. */
  readonly headers?: readonly string[];
  /** The styles of lists that aren't one query parameter for each value, by wire name. */
  readonly styles?: Readonly<Record<string, ListStyle>>;
  /** The bodies that a success can have. Absent if none is documented. */
  readonly success?: SuccessRow;
  /** How the pages of its list follow each other. */
  readonly pages?: PagesRow;
}

export interface SuccessRow {
  /** Any JSON, a JSON object, or an envelope: an object with \`success: true\`. */
  readonly json?: "any" | "object" | "envelope";
  /** Other media types. The second half can be \`*\`. */
  readonly types?: readonly string[];
  /** Whether the body can be empty. */
  readonly empty?: true;
  /** Whether it is a redirect, with its \`Location\` as the value. */
  readonly location?: true;
}

export interface ListStyle {
  readonly style: "form" | "spaceDelimited" | "pipeDelimited";
  readonly explode: false;
}

/** The response's fields, and the inputs that select a page. */
export interface PagesRow {
  readonly items: string;
  readonly page?: string;
  readonly size?: string;
  readonly total?: string;
  readonly next?: string;
  readonly input?: string;
  readonly paginate?: string;
  /** The number of the first page. Default 0. */
  readonly first?: number;
}

export const operations: Readonly<Record<OperationId, OperationRow>> = {
${operationList.map((pathOperation) => `  ${pathOperation.operation.operationId}: ${literal(row(pathOperation, contract))},`).join("\n")}
};

/** The id of a documented operation. */
export type OperationId = keyof Operations<never>;

/** The documented operations by name. \`Options\` is what every call takes last. */
export interface Operations<Options> {
${operationList.map((pathOperation) => signature(pathOperation, contract, print)).join("\n\n")}
}

/** The values that a named operation was called with. */
export interface OperationValues<Options> {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly inputs?: object | undefined;
  readonly options?: Options | undefined;
}

/** Names the operations: each method passes its arguments on to \`call\`. */
export const nameOperations = <Options, Result>(
  call: (id: OperationId, values: OperationValues<Options>) => Result,
): { [Id in OperationId]: (...args: Parameters<Operations<Options>[Id]>) => Result } => ({
${operationList.map(wrapper).join("\n")}
});

/** The items of the operations whose pages the contract describes. */
export interface PaginatedItems {${members(operationList.flatMap((pathOperation) => itemType(pathOperation, print)))}}

/** The documented bodies of responses that are no success, by operation and status. */
export interface ErrorBodies {${members(operationList.flatMap((pathOperation) => errorBodies(pathOperation, print)))}}
`;
  const inputs = operationList.filter((pathOperation) => pathOperation.inputs.length > 0).map(inputsName);
  const imports = [
    inputs.length > 0 ? `import type { ${inputs.join(", ")} } from "./inputs.ts";\n` : "",
    importModels(print.models),
  ];
  return `${imports.join("")}\n${text}`;
}

const members = (lines: string[]) => (lines.length > 0 ? `\n${lines.join("\n")}\n` : "");

/** Writes a value as a person would. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, child]) => {
    return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${literal(child)}`;
  });
  return `{ ${entries.join(", ")} }`;
}

/** Prints the type at a place of an operation, and collects the models that it names. */
interface Print {
  (pathOperation: PathOperation, keys: string[], side: Side): string;
  models: Set<string>;
}

function printer(contract: Contract, types: ContractTypes): Print {
  const models = new Set<string>();
  const print = (pathOperation: PathOperation, keys: string[], side: Side) => {
    const part = unnamedParts(contract, pathOperation, types).find((unnamed) => unnamed.keys.join() === keys.join());
    const type = types.at(["operations", pathOperation.operation.operationId, ...keys], side);
    const { text = "unknown", models: named = [] } = part ? { text: part.name, models: [part.name] } : (type ?? {});
    for (const name of named) models.add(name);
    return text;
  };
  return Object.assign(print, { models });
}

/** Writes the method of an operation. */
function wrapper(pathOperation: PathOperation): string {
  const { operation, pathValues, inputs } = pathOperation;
  const [body, input] = [operation.requestBody ? ["body"] : [], inputs.length > 0 ? ["inputs"] : []];
  const rest = [...(isInputsFirst(pathOperation) ? [...input, ...body] : [...body, ...input]), "options"];
  const parameters = [...pathValues.map(argument), ...rest];
  const entries = pathValues.map((name) =>
    argument(name) === name ? name : `${JSON.stringify(name)}: ${argument(name)}`,
  );
  const values = [...(entries.length > 0 ? [`path: { ${entries.join(", ")} }`] : []), ...rest];
  return `  ${operation.operationId}: (${parameters.join(", ")}) => call("${operation.operationId}", { ${values.join(", ")} }),`;
}

function signature(pathOperation: PathOperation, contract: Contract, print: Print): string {
  const { operation, pathValues, inputs } = pathOperation;
  const { operationId, summary, description, requestBody } = operation;
  const named = new Map(operation.parameters?.map((parameter) => [parameter.name, parameter]));
  const required = inputs.some(({ parameter }) => parameter.required);
  const body = requestBody && [
    `body${requestBody.required ? "" : "?"}: ${bodyType(pathOperation, requestBody, print)}`,
  ];
  const input = inputs.length > 0 ? [`inputs${required ? "" : "?"}: ${inputsName(pathOperation)}`] : [];
  const parameters = [
    ...pathValues.map((name) => `${argument(name)}: ${print(pathOperation, ["parameters", "path", name], "sent")}`),
    ...(isInputsFirst(pathOperation) ? [...input, ...(body ?? [])] : [...(body ?? []), ...input]),
    "options?: Options",
  ];
  const comment = [
    `${sentence(summary)} ${description}`,
    ...pathValues.map((name) => `@param ${argument(name)} ${named.get(name)?.description ?? ""}`),
    ...(requestBody
      ? [
          `@param body ${requestBody.description ?? ""} Sent as ${mediaTypes(requestBody)}.${formFields(contract, requestBody)}`,
        ]
      : []),
    `@see The contract, ${operation.tags[0]}: ${summary}`,
    ...(operation.deprecated ? ["@deprecated"] : []),
  ];
  return `${docComment(comment, "  ")}  ${operationId}(${parameters.join(", ")}): Promise<${responseType(pathOperation, print)}>;`;
}

const mediaTypes = ({ content }: RequestBody) => Object.keys(content).join(" or ");

/** Describes the fields of a form: `FormData` names none. */
function formFields(contract: Contract, { content }: RequestBody): string {
  const form = Object.entries(content).find(([mediaType]) => isMultipart(mediaType))?.[1];
  const fields = schemaFields(contract, form?.schema)
    .filter(({ path }) => !/[.[]/.test(path))
    .map(({ path, schema, required }) => {
      const notes = [required ? "required" : "optional", schema["description"]].filter(Boolean).join(": ");
      return `\`${path}\` (${notes.replace(/\.$/, "")})`;
    });
  return fields.length > 0 ? ` Fields: ${fields.join(", ")}.` : "";
}

/** Returns the type of a body: that of the schema for JSON and forms, else text or bytes. */
function bodyType(pathOperation: PathOperation, body: RequestBody, print: Print): string {
  const types = Object.keys(body.content);
  const bodyTypes = types.map((mediaType) => {
    if (isMultipart(mediaType)) return "FormData";
    if (/^text\//.test(mediaType)) return "string";
    if (!isJson(mediaType) && !isForm(mediaType)) return "Blob | ArrayBufferView";
    const type = print(pathOperation, ["requestBody", "content", mediaType], "sent");
    return isForm(mediaType) && types.length > 1 ? `URLSearchParams | ${type}` : type;
  });
  return [...new Set(bodyTypes)].join(" | ");
}

const isMultipart = (mediaType: string) => /^multipart\//.test(mediaType);
const isForm = (mediaType: string) => /^application\/x-www-form-urlencoded/.test(mediaType);

/** Returns the type that a success resolves to. */
function responseType(pathOperation: PathOperation, print: Print): string {
  if (pathOperation.redirects) return "string";
  const types = pathOperation.successes.map(({ status, mediaType }) => {
    if (!mediaType) return "undefined";
    if (/^text\//.test(mediaType)) return "string";
    if (!isJson(mediaType)) return "ReadableStream<Uint8Array>";
    return print(pathOperation, ["responses", status, "content", mediaType], "received");
  });
  return types.every((type) => type === "undefined") ? "void" : [...new Set(types)].join(" | ");
}

function itemType(pathOperation: PathOperation, print: Print): string[] {
  const { "x-pagination": pagination, operationId } = pathOperation.operation;
  const page = pathOperation.successes.find(({ mediaType }) => mediaType && isJson(mediaType));
  if (!pagination || !page?.mediaType) return [];
  const type = print(pathOperation, ["responses", page.status, "content", page.mediaType], "received");
  return [`  ${operationId}: NonNullable<(${type})[${JSON.stringify(pagination.items)}]>[number];`];
}

function errorBodies(pathOperation: PathOperation, print: Print): string[] {
  const failures = pathOperation.responses.filter(
    ([code, response]) => !isSuccessStatus(code) && bodyFacts(response).length > 0,
  );
  if (failures.length === 0) return [];
  const bodies = failures.map(([code, { content = {} }]) => {
    const types = Object.keys(content).map((mediaType) =>
      isJson(mediaType) ? print(pathOperation, ["responses", code, "content", mediaType], "received") : "string",
    );
    return `${/^\d+$/.test(code) ? code : JSON.stringify(code)}: ${[...new Set(types)].join(" | ")}`;
  });
  return [`  ${pathOperation.operation.operationId}: { ${bodies.join("; ")} };`];
}

const sentence = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`);
