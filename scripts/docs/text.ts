import {
  type Content,
  type Contract,
  isJson,
  isPresenceUnknown,
  type Json,
  type Media,
  marksOf,
  type Operation,
  type Parameter,
  type PathOperation,
  type ResponseObject,
  resolve,
  type Webhook,
} from "../contract.ts";
import { type Field, fieldsOf, typeOf } from "./fields.ts";
import { foldedText, unknownText } from "./markdown.ts";
import { operationAddress, overviewAddress, unknownsByAddress } from "./places.ts";
import { samplesOf } from "./samples.ts";
import { callOf, resultOf } from "./signature.ts";
import { completeness, marksText, type Section, unknownLines } from "./unknowns.ts";

/** An operation as Markdown, whole: for machines, for printers and for readers without JavaScript. */
export function operationText(contract: Contract, located: PathOperation): string {
  const { method, path, operation } = located;
  const from = { contract, address: operationAddress(located) };
  const samples = samplesOf(contract, located).map(({ label, lang, source }) => {
    return `**${label}**\n\n${fence(lang, source)}`;
  });
  return blocks([
    `# ${operation.summary}`,
    `\`${method} ${path}\` · ${completeness(contract, located)}`,
    operation.deprecated && "**Deprecated.**",
    operation.description,
    marksText(from, operation),
    aboutText(located),
    `With the [client](#/client): \`phone.${callOf(located)}: ${resultOf(contract, located)}\``,
    "## Request",
    fieldList(
      from,
      (operation.parameters ?? []).flatMap((parameter) => parameterFields(contract, parameter)),
    ) || "It takes no inputs besides the token, as far as is known.",
    bodyText(from, operation),
    ...samples,
    ...Object.entries(operation.responses).map(([status, response]) => responseText(from, status, response)),
  ]);
}

/** The id of an operation, whether it is safe to retry, and whether it needs the token. */
export const aboutText = ({ operation, known }: PathOperation): string =>
  [
    `The operation id is \`${operation.operationId}\`.`,
    operation["x-repeatable"]
      ? "By our judgement, it is safe to retry."
      : "By our judgement, it is not safe to retry: after a failure, check whether it took effect.",
    known !== "documented"
      ? "Send the API token as the query parameter `token`; whether it is required is unknown."
      : "It requires the API token as the query parameter `token`.",
  ].join(" ");

function bodyText(section: Section, { requestBody }: Operation): string {
  if (!requestBody) return "";
  const body = resolve(section.contract, requestBody);
  return blocks([
    `## Body${body.required ? ", required" : ""}`,
    body.description,
    marksText(section, body),
    contentText(section, body.content, true),
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

const responseText = (section: Section, status: string, written: ResponseObject): string => {
  const { contract } = section;
  const response = resolve(contract, written);
  return blocks([
    `## Response ${status}`,
    response.description,
    marksText(section, response),
    fieldList(
      section,
      Object.entries(response.headers ?? {}).map(([name, header]) =>
        headerField(contract, name, resolve(contract, header)),
      ),
    ),
    contentText(section, response.content, !isPresenceUnknown(contract)),
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
function contentText(section: Section, content: Content = {}, isPresenceKnown: boolean): string {
  const entries = Object.entries(content);
  const isPlain = entries.length === 1 && entries[0]?.[0] === "application/json";
  return blocks(
    entries.flatMap(([type, media]) => [
      !isPlain && `### \`${type}\``,
      mediaText(section, type, resolve(section.contract, media), isPresenceKnown),
    ]),
  );
}

function mediaText(
  section: Section,
  type: string,
  { schema = {}, examples = {} }: Media,
  isPresenceKnown: boolean,
): string {
  const fields = fieldsOf(section.contract, schema);
  const whole = typeOf(section.contract, schema);
  return blocks([
    fields.length > 0
      ? fieldList(section, fields, isPresenceKnown)
      : !/^(any JSON|object)$/.test(whole) && `A value of type \`${whole}\`.`,
    ...Object.entries(examples).map(([name, { summary, value }]) => {
      const shown = isJson(type) ? fence("json", JSON.stringify(value, null, 2)) : fence("", asText(value));
      return `Example \`${name}\`: ${summary}\n\n${shown}`;
    }),
  ]);
}

const asText = (value: Json) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

const fieldList = (section: Section, fields: Field[], isPresenceKnown = true): string =>
  fields
    .map(({ name, named, type, required, alternative, description, unknowns }) => {
      const called = named ? `\`${name}\`` : `**${name}**, name unknown`;
      const presence = isPresenceKnown && (required ? "required" : "optional");
      const place = alternative && "in one alternative";
      const details = [`\`${type}\``, [presence, place].filter(Boolean).join(" ")].filter(Boolean).join(", ");
      const marks = indented(foldedList(unknownLines(section, unknowns)));
      return [`- ${called} (${details}): ${description}`, ...marks].join("\n");
    })
    .join("\n");

/** Lines of a list, more than two of them below their number. */
const foldedList = (lines: string[]): string[] =>
  lines.length > 2 ? foldedText(lines).split("\n") : lines.map((line) => `- ${line}`);
const indented = (lines: string[]) => lines.map((line) => `  ${line}`);

/** A webhook as Markdown: what the service sends, and what it expects back. */
export function webhookText(contract: Contract, webhook: Webhook): string {
  const { name, method, operation } = webhook;
  const section = { contract, address: operationAddress(webhook) };
  return blocks([
    `# ${operation.summary}`,
    `Webhook \`${name}\`: the service sends a \`${method}\` request to your address.`,
    operation.deprecated && "**Deprecated.**",
    operation.description,
    marksText(section, operation),
    fieldList(
      section,
      (operation.parameters ?? []).flatMap((parameter) => parameterFields(contract, parameter)),
    ),
    bodyText(section, operation),
    ...Object.entries(operation.responses).map(([status, response]) => responseText(section, status, response)),
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
    foldedText(
      (unknownsByAddress(contract).get(overviewAddress) ?? []).map(({ id, description }) =>
        unknownText(id, description),
      ),
    ),
  ]);

const blocks = (parts: (string | false | undefined)[]) => parts.filter(Boolean).join("\n\n");
const fence = (lang: string, text: string) => `\`\`\`${lang}\n${text}\n\`\`\``;
