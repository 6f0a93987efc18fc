import {
  type Answer,
  type Content,
  type Contract,
  isKnownByPathOnly,
  type LocatedOperation,
  type NotShown,
  type Operation,
} from "../contract.ts";
import { type CatalogueEntry, catalogue, countText, nameOnly, words } from "./catalogue.ts";
import { type Field, fieldsOf, typeOf } from "./fields.ts";
import { failureUnknowns, operationAddress } from "./places.ts";
import { readSamples } from "./samples.ts";

/** An operation as Markdown, whole: for machines, for printers and for readers without JavaScript. */
export function operationText(contract: Contract, located: LocatedOperation): string {
  const { method, path, operation } = located;
  const samples = readSamples(operation.operationId).map(({ label, lang, source }) => {
    return `**${label}**\n\n${fence(lang, source)}`;
  });
  return blocks([
    `# ${operation.summary}`,
    `\`${method} ${path}\` (${isKnownByPathOnly(operation) ? "known by its path only" : "documented"})`,
    operation.description,
    marks(operation["x-not-shown"]),
    aboutText(operation),
    "## Request",
    isKnownByPathOnly(operation)
      ? "- `token` (`string`): The API token, in the query. Whether it is needed is not shown."
      : "- `token` (`string`, required): The API token, in the query.",
    list(inputs(contract, located)),
    bodyText(contract, operation),
    ...samples,
    ...Object.entries(operation.responses).map(([status, answer]) => answerText(contract, status, answer)),
  ]);
}

/** The id of an operation, and whether it may be repeated. */
export const aboutText = ({ operationId, "x-repeatable": repeatable }: Operation): string =>
  `The operation id is \`${operationId}\`. By our judgement it ${
    repeatable ? "may be sent again after a failure." : "must not be sent again after a failure without looking."
  }`;

function bodyText(contract: Contract, { requestBody: body }: Operation): string {
  if (!body) return "";
  return blocks([
    `## Body${body.required ? ", required" : ""}`,
    body.description,
    marks(body["x-not-shown"]),
    contentText(contract, body.content),
  ]);
}

function inputs(contract: Contract, { operation }: LocatedOperation): Field[] {
  return (operation.parameters ?? []).flatMap((parameter) => [
    {
      name: parameter.name,
      named: true,
      type: `${typeOf(contract, parameter.schema)}, in the ${parameter.in}`,
      required: parameter.required ?? false,
      description: parameter.description,
      notShown: parameter["x-not-shown"] ?? {},
    },
    ...fieldsOf(contract, parameter.schema),
  ]);
}

function answerText(contract: Contract, status: string, answer: Answer): string {
  return blocks([
    `## Answer ${status}`,
    answer.description,
    marks(answer["x-not-shown"]),
    status === "default" ? marks(failureUnknowns(contract)) : "",
    contentText(contract, answer.content),
  ]);
}

function contentText(contract: Contract, content: Content = {}): string {
  const [media] = Object.values(content);
  return blocks([
    media && list(fieldsOf(contract, media.schema)),
    ...Object.entries(media?.examples ?? {}).map(([name, { summary, value }]) => {
      return `Example \`${name}\`: ${summary}\n\n${fence("json", JSON.stringify(value, null, 2))}`;
    }),
  ]);
}

function list(fields: Field[]): string {
  return fields
    .map(({ name, named, type, required, description, notShown }) => {
      const called = named ? `\`${name}\`` : `**${name}**, whose name is not shown`;
      const line = `- ${called} (\`${type}\`, ${required ? "required" : "optional"}): ${description}`;
      return [line, ...sentences(notShown).map((sentence) => `  - ${sentence}`)].join("\n");
    })
    .join("\n");
}

/** All operations as a Markdown list, by area, without a title. */
export function catalogueText(contract: Contract): string {
  const entries = catalogue(contract);
  const areas = contract.tags.map((tag) => {
    const own = entries.filter(({ area }) => area === tag.name).map(entryText);
    return blocks([`## ${tag.name}`, tag.description, marks(tag["x-not-shown"]), own.join("\n")]);
  });
  return blocks([countText(entries), nameOnly, ...areas]);
}

function entryText({ method, name, known, located, caution = "", ...entry }: CatalogueEntry): string {
  const see = located ? `, see [\`${located.operation.operationId}\`](${operationAddress(located)})` : "";
  return [`- ${method} **${name}**: ${words[known]}${see}.`, caution, ...sentences(entry["x-not-shown"])]
    .filter(Boolean)
    .join(" ");
}

/** What the contract says of itself, and what is not shown of the API as a whole. */
export function overviewText({ info, servers, components, ...contract }: Contract): string {
  const addresses = Object.values(servers[0]?.variables ?? {});
  const schemes = Object.values(components.securitySchemes ?? {});
  return blocks([
    `# ${info.title} ${info.version}`,
    info.description,
    ...addresses.flatMap((address) => [
      "## Address",
      `${address.description ?? ""} The default is \`${address.default}\`.`.trim(),
      marks(address["x-not-shown"]),
    ]),
    ...schemes.flatMap(({ description }) => ["## Token", description]),
    "## Not shown of the API as a whole",
    marks(contract["x-not-shown"]),
  ]);
}

const sentences = (notShown: NotShown = {}) =>
  Object.entries(notShown).map(([id, sentence]) => `**Not shown** (\`${id}\`): ${sentence}`);
const marks = (notShown?: NotShown): string => sentences(notShown).join("\n\n");
const blocks = (parts: (string | undefined)[]) => parts.filter(Boolean).join("\n\n");
const fence = (lang: string, text: string) => `\`\`\`${lang}\n${text}\n\`\`\``;
