import {
  type Content,
  type Contract,
  isJson,
  type Json,
  type LocatedOperation,
  type Media,
  marksOf,
  type Operation,
  type Parameter,
  type ResponseObject,
  resolve,
  type Webhook,
} from "../contract.ts";
import { type Field, fieldsOf, typeOf } from "./fields.ts";
import { unknownText } from "./markdown.ts";
import { overviewAddress, unknownsByAddress } from "./places.ts";
import { samplesOf } from "./samples.ts";

/** An operation as Markdown, whole: for machines, for printers and for readers without JavaScript. */
export function operationText(contract: Contract, located: LocatedOperation): string {
  const { method, path, operation, known } = located;
  const samples = samplesOf(contract, located).map(({ label, lang, source }) => {
    return `**${label}**\n\n${fence(lang, source)}`;
  });
  return blocks([
    `# ${operation.summary}`,
    `\`${method} ${path}\` (${known === "path" ? "known by path only" : `${known}; unknowns are marked`})`,
    operation.deprecated && "**Deprecated.**",
    operation.description,
    marks(operation),
    aboutText(located),
    "## Request",
    fieldList((operation.parameters ?? []).flatMap((parameter) => parameterFields(contract, parameter))),
    bodyText(contract, operation),
    ...samples,
    ...Object.entries(operation.responses).map(([status, response]) => responseText(contract, status, response)),
  ]);
}

/** The id of an operation, whether it is safe to retry, and whether it needs the token. */
export const aboutText = ({ operation, known }: LocatedOperation): string =>
  [
    `The operation id is \`${operation.operationId}\`.`,
    operation["x-repeatable"]
      ? "By our judgement, it is safe to retry."
      : "By our judgement, it is not safe to retry: after a failure, check whether it took effect.",
    known !== "documented"
      ? "Send the API token as the query parameter `token`; whether it is required is unknown."
      : "It requires the API token as the query parameter `token`.",
  ].join(" ");

function bodyText(contract: Contract, { requestBody }: Operation): string {
  if (!requestBody) return "";
  const body = resolve(contract, requestBody);
  return blocks([
    `## Body${body.required ? ", required" : ""}`,
    body.description,
    marks(body),
    contentText(contract, body.content),
  ]);
}

/** A parameter, and the inputs that it holds. */
const parameterFields = (contract: Contract, parameter: Parameter): Field[] => [
  {
    name: parameter.name,
    named: true,
    type: `${typeOf(contract, parameter.schema)}, in the ${parameter.in}`,
    required: parameter.required ?? false,
    alternative: false,
    description: `${parameter.deprecated ? "Deprecated. " : ""}${parameter.description}`,
    unknowns: marksOf(parameter),
  },
  ...fieldsOf(contract, parameter.schema),
];

const responseText = (contract: Contract, status: string, written: ResponseObject): string => {
  const response = resolve(contract, written);
  return blocks([
    `## Response ${status}`,
    response.description,
    marks(response),
    fieldList(
      Object.entries(response.headers ?? {}).map(([name, header]) =>
        headerField(contract, name, resolve(contract, header)),
      ),
    ),
    contentText(contract, response.content),
  ]);
};

const headerField = (
  contract: Contract,
  name: string,
  header: NonNullable<ResponseObject["headers"]>[string],
): Field => ({
  name,
  named: true,
  type: `${typeOf(contract, header.schema)}, in the header`,
  required: header.required ?? false,
  alternative: false,
  description: header.description,
  unknowns: marksOf(header),
});

/** A body in each of its media types. JSON is what a reader expects: alone, it needs no heading. */
function contentText(contract: Contract, content: Content = {}): string {
  const entries = Object.entries(content);
  const isPlain = entries.length === 1 && entries[0]?.[0] === "application/json";
  return blocks(
    entries.flatMap(([type, media]) => [
      !isPlain && `### \`${type}\``,
      mediaText(contract, type, resolve(contract, media)),
    ]),
  );
}

function mediaText(contract: Contract, type: string, { schema = {}, examples = {} }: Media): string {
  const fields = fieldsOf(contract, schema);
  const whole = typeOf(contract, schema);
  return blocks([
    fields.length > 0 ? fieldList(fields) : !/^(any JSON|object)$/.test(whole) && `A value of type \`${whole}\`.`,
    ...Object.entries(examples).map(([name, { summary, value }]) => {
      const shown = isJson(type) ? fence("json", JSON.stringify(value, null, 2)) : fence("", asText(value));
      return `Example \`${name}\`: ${summary}\n\n${shown}`;
    }),
  ]);
}

const asText = (value: Json) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

export const fieldList = (fields: Field[]): string =>
  fields
    .map(({ name, named, type, required, alternative, description, unknowns }) => {
      const called = named ? `\`${name}\`` : `**${name}**, name unknown`;
      const presence = `${required ? "required" : "optional"}${alternative ? " in one alternative" : ""}`;
      const line = `- ${called} (\`${type}\`, ${presence}): ${description}`;
      return [line, ...unknowns.map(([id, what]) => `  - ${unknownText(id, what)}`)].join("\n");
    })
    .join("\n");

/** A webhook as Markdown: what the service sends, and what it expects back. */
export function webhookText(contract: Contract, { name, method, operation }: Webhook): string {
  return blocks([
    `# ${operation.summary}`,
    `Webhook \`${name}\`: the service sends a \`${method}\` request to your address.`,
    operation.deprecated && "**Deprecated.**",
    operation.description,
    marks(operation),
    fieldList((operation.parameters ?? []).flatMap((parameter) => parameterFields(contract, parameter))),
    bodyText(contract, operation),
    ...Object.entries(operation.responses).map(([status, response]) => responseText(contract, status, response)),
  ]);
}

/** What the contract says of itself, where the service is and what it takes to call it. */
export function overviewText(contract: Contract): string {
  const { info, servers, components } = contract;
  const schemes = Object.values(components.securitySchemes ?? {});
  return blocks([
    `# ${info.title} ${info.version}`,
    info.description,
    ...servers.flatMap(({ description = "", variables = {} }) => [
      "## Address",
      description,
      ...Object.values(variables).map(({ default: value }) => `The default is \`${value}\`.`),
    ]),
    ...schemes.flatMap(({ description }) => ["## Token", description]),
    apiUnknowns(contract),
  ]);
}

/** What is unknown of the API as a whole. */
const apiUnknowns = (contract: Contract): string =>
  blocks([
    "## API-wide unknowns",
    ...(unknownsByAddress(contract).get(overviewAddress) ?? []).map(({ id, description }) =>
      unknownText(id, description),
    ),
  ]);

const marks = (node: object): string => blocks(marksOf(node).map(([id, description]) => unknownText(id, description)));
const blocks = (parts: (string | false | undefined)[]) => parts.filter(Boolean).join("\n\n");
const fence = (lang: string, text: string) => `\`\`\`${lang}\n${text}\n\`\`\``;
