import {
  argument,
  bodyFacts,
  type Contract,
  isJson,
  isMarked,
  type Media,
  type PathOperation,
  pathOperations,
  type RequestBody,
} from "../contract.ts";
import { docComment } from "./comment.ts";
import { inputsName } from "./inputs.ts";
import { modelName } from "./models.ts";
import { isInputsFirst, row } from "./rows.ts";

/** `generated/operations.ts`: the row of each operation, its signature, and the method that passes its arguments on. */
export function operations(contract: Contract): string {
  const located = pathOperations(contract);
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
${located.map((one) => `  ${one.operation.operationId}: ${literal(row(one, contract))},`).join("\n")}
};

/** The id of a documented operation. */
export type OperationId = keyof Operations<never>;

/** The documented operations by name. \`Options\` is what every call takes last. */
export interface Operations<Options> {
${located.map((one) => signature(one, contract)).join("\n\n")}
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
${located.map(wrapper).join("\n")}
});

/** The items of the operations whose pages the contract describes. */
export interface PaginatedItems {${members(located.flatMap((one) => itemType(one, contract)))}}

/** The documented bodies of responses that are no success, by operation and status. */
export interface ErrorBodies {${members(located.flatMap((one) => errorBodies(one, contract)))}}
`;
  return `${imports(located, text, contract)}\n${text}`;
}

const members = (lines: string[]) => (lines.length > 0 ? `\n${lines.join("\n")}\n` : "");

/** A value as a person would write it. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, each]) => {
    return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${literal(each)}`;
  });
  return `{ ${entries.join(", ")} }`;
}

function imports(located: PathOperation[], text: string, contract: Contract): string {
  const all = located.flatMap(({ operation: { responses } }) =>
    Object.values(responses).flatMap(({ content }) =>
      Object.values(content ?? {}).flatMap((media) => schemaName(media) ?? []),
    ),
  );
  const used = (name: string) => new RegExp(`\\b${name}\\b`).test(text);
  const models = [...new Set(all)].filter((name) => used(localName(name))).sort();
  const lines = {
    "./inputs.ts": located.filter((one) => one.inputs.length > 0).map(inputsName),
    "./models.ts": models.map((name) => {
      const exported = modelName(contract, name);
      return localName(name) === exported ? exported : `${exported} as ${localName(name)}`;
    }),
    "./schema.ts": [
      ...(used("schema") ? ["operations as schema"] : []),
      ...["Readable", "Writable"].filter((name) => text.includes(`${name}<`)),
    ],
  };
  return Object.entries(lines)
    .map(([file, names]) => (names.length > 0 ? `import type { ${names.join(", ")} } from "${file}";\n` : ""))
    .join("");
}

const schemaOf = ({ operation: { operationId: id } }: PathOperation) => `schema[${JSON.stringify(id)}]`;

/** The method of an operation. */
function wrapper(located: PathOperation): string {
  const { operation, pathValues, inputs } = located;
  const [body, input] = [operation.requestBody ? ["body"] : [], inputs.length > 0 ? ["inputs"] : []];
  const rest = [...(isInputsFirst(located) ? [...input, ...body] : [...body, ...input]), "options"];
  const parameters = [...pathValues.map(argument), ...rest];
  const entries = pathValues.map((name) =>
    argument(name) === name ? name : `${JSON.stringify(name)}: ${argument(name)}`,
  );
  const values = [...(entries.length > 0 ? [`path: { ${entries.join(", ")} }`] : []), ...rest];
  return `  ${operation.operationId}: (${parameters.join(", ")}) => call("${operation.operationId}", { ${values.join(", ")} }),`;
}

function signature(located: PathOperation, contract: Contract): string {
  const { operation, pathValues, inputs } = located;
  const { operationId, summary, description, requestBody } = operation;
  const at = schemaOf(located);
  const named = new Map(operation.parameters?.map((parameter) => [parameter.name, parameter]));
  const required = inputs.some(({ parameter }) => parameter.required);
  const body = requestBody && [`body${requestBody.required ? "" : "?"}: ${bodyType(requestBody, at, contract)}`];
  const input = inputs.length > 0 ? [`inputs${required ? "" : "?"}: ${inputsName(located)}`] : [];
  const parameters = [
    ...pathValues.map((name) => `${argument(name)}: ${at}["parameters"]["path"][${JSON.stringify(name)}]`),
    ...(isInputsFirst(located) ? [...input, ...(body ?? [])] : [...(body ?? []), ...input]),
    "options?: Options",
  ];
  const comment = [
    `${sentence(summary)} ${description}`,
    ...pathValues.map((name) => `@param ${argument(name)} ${named.get(name)?.description ?? ""}`),
    ...(requestBody ? [`@param body ${requestBody.description ?? ""} Sent as ${mediaTypes(requestBody)}.`] : []),
    `@see The contract, ${operation.tags[0]}: ${summary}`,
    ...(operation.deprecated ? ["@deprecated"] : []),
  ];
  return `${docComment(comment, "  ")}  ${operationId}(${parameters.join(", ")}): Promise<${responseType(located, contract)}>;`;
}

const mediaTypes = ({ content }: RequestBody) => Object.keys(content).join(" or ");

/** What is passed as a body: a value of the schema, or for what is neither JSON nor a form, its text or its bytes. */
function bodyType(body: RequestBody, at: string, contract: Contract): string {
  const types = Object.keys(body.content);
  const each = types.map((mediaType) => {
    if (/^multipart\//.test(mediaType)) return "FormData";
    if (/^text\//.test(mediaType)) return "string";
    if (!isJson(mediaType) && !isForm(mediaType)) return "Blob | ArrayBufferView";
    const type = `NonNullable<${at}["requestBody"]>["content"][${JSON.stringify(mediaType)}]`;
    const written = isMarked(contract, body.content[mediaType]) ? `Writable<${type}>` : type;
    return isForm(mediaType) && types.length > 1 ? `URLSearchParams | ${written}` : written;
  });
  return [...new Set(each)].join(" | ");
}

const isForm = (mediaType: string) => /^application\/x-www-form-urlencoded/.test(mediaType);

/** What a success resolves to. */
function responseType(located: PathOperation, contract: Contract): string {
  if (located.redirects) return "string";
  const types = located.successes.map(({ status, mediaType, media }) => {
    if (!mediaType || !media) return "undefined";
    return receivedType(located, status, mediaType, media, contract);
  });
  return types.every((type) => type === "undefined") ? "void" : [...new Set(types)].join(" | ");
}

function receivedType(located: PathOperation, code: string, mediaType: string, media: Media, contract: Contract) {
  if (/^text\//.test(mediaType)) return "string";
  if (!isJson(mediaType)) return "ReadableStream<Uint8Array>";
  return jsonType(located, code, mediaType, media, contract);
}

function jsonType(located: PathOperation, code: string, mediaType: string, media: Media, contract: Contract): string {
  const name = schemaName(media);
  if (name) return localName(name);
  const type = `${schemaOf(located)}["responses"][${status(code)}]["content"][${JSON.stringify(mediaType)}]`;
  return isMarked(contract, media) ? `Readable<${type}>` : type;
}

/** The schema that a body has by name. */
const schemaName = ({ schema }: Media) => schema?.$ref?.match(/^#\/components\/schemas\/([^/]+)$/)?.[1];

function itemType(located: PathOperation, contract: Contract): string[] {
  const { "x-pagination": pagination, operationId } = located.operation;
  const page = located.successes.find(({ mediaType }) => mediaType && isJson(mediaType));
  if (!pagination || !page?.mediaType || !page.media) return [];
  const type = jsonType(located, page.status, page.mediaType, page.media, contract);
  return [`  ${operationId}: NonNullable<(${type})[${JSON.stringify(pagination.items)}]>[number];`];
}

function errorBodies(located: PathOperation, contract: Contract): string[] {
  const { operationId, responses } = located.operation;
  const failures = Object.entries(responses).filter(([code, { content }]) => {
    return !/^2/.test(code) && bodyFacts({ content: content ?? {} }).length > 0;
  });
  if (failures.length === 0) return [];
  const bodies = failures.map(([code, { content }]) => {
    const types = Object.entries(content ?? {}).map(([mediaType, media]) =>
      isJson(mediaType) ? jsonType(located, code, mediaType, media, contract) : "string",
    );
    return `${status(code)}: ${[...new Set(types)].join(" | ")}`;
  });
  return [`  ${operationId}: { ${bodies.join("; ")} };`];
}

/** The names that the generated file uses itself. A schema of the same name is imported under another. */
const taken =
  "ArrayBufferView Blob ErrorBodies FormData ListStyle NonNullable OperationId OperationRow OperationValues Operations Options PagesRow PaginatedItems Parameters Promise Readable Readonly ReadableStream Record SuccessRow Uint8Array URLSearchParams Writable".split(
    " ",
  );
const localName = (name: string) => (taken.includes(name) ? `${name}Model` : name);

const status = (code: string) => (/^\d+$/.test(code) ? code : JSON.stringify(code));
const sentence = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`);
