import {
  type Content,
  type Contract,
  type IndexedOperation,
  isJson,
  isPresenceUnknown,
  type Json,
  marksOf,
  type Operation,
  type PathOperation,
  type ResponseObject,
  resolve,
  type Webhook,
} from "../../contract.ts";
import { operationFile } from "../places.ts";
import { formOf } from "../playground/form.ts";
import { createCall, samplesOf } from "../samples.ts";
import { callOf, resultOf } from "../signature.ts";
import { type Block, createFields, createHeading, createText, type Field, withIds } from "./blocks.ts";
import { anyJson, createFieldReader, type OmitKeyword, typeOf } from "./fields.ts";
import { type Page, summaryOf } from "./page.ts";
import { createNodeUnknowns } from "./unknowns.ts";

/** Builds the page of an operation that has a path. */
export function createOperationPage(contract: Contract, entry: IndexedOperation, pathOperation: PathOperation): Page {
  const { method, path, operation, responses } = pathOperation;
  const file = operationFile(pathOperation);
  const reader = createFieldReader(contract, file);
  const takesToken = operation.security?.length !== 0;
  const inputs = (operation.parameters ?? []).flatMap(reader.ofParameter);
  const section: Section = { contract, file };
  const call = createCall(contract, pathOperation);
  return {
    kind: "operation",
    file,
    title: operation.summary,
    summary: summaryOf(operation.description),
    area: entry.area,
    endpoint: { method, path },
    facts: factsOf(pathOperation, takesToken),
    form: formOf(contract, pathOperation, call),
    entry,
    blocks: withIds([
      ...createText(operation.deprecated && "**Deprecated.**", operation.description),
      ...createNodeUnknowns(contract, file, operation),
      ...createText(
        `With the [client](/client.html): \`phone.${callOf(pathOperation)}: ${resultOf(contract, pathOperation)}\``,
      ),
      createHeading("Request"),
      ...createFields([...inputs, ...(takesToken ? reader.ofToken(pathOperation.known === "documented") : [])]),
      ...(inputs.length === 0
        ? createText(`It takes no inputs${takesToken ? " except the token" : ""}, as far as is known.`)
        : []),
      ...createBodyBlocks(section, operation, "readOnly"),
      { kind: "code", title: "Samples", samples: samplesOf(call), languages: true },
      ...responses.flatMap(([status, response]) => createResponseBlocks(section, status, response)),
    ]),
  };
}

/** Lists the facts to know before a call: whether it's safe to retry, if it takes the token, how it's known, its id. */
function factsOf(pathOperation: PathOperation, takesToken: boolean): string[] {
  const { operation } = pathOperation;
  const isDocumented = pathOperation.known === "documented";
  const token = isDocumented ? "requires the token" : "whether it requires the token is unknown";
  return [
    `${operation["x-repeatable"] ? "safe" : "not safe"} to retry, by our judgment`,
    ...(takesToken ? [token] : []),
    ...(isDocumented ? [] : [pathOperation.known === "path" ? "known by path only" : "observed in recorded traffic"]),
    `operation id \`${operation.operationId}\``,
  ];
}

/** Builds the page of a webhook: the service's request, and the response that it expects. */
export function createWebhookPage(contract: Contract, webhook: Webhook): Page {
  const { name, method, operation, responses } = webhook;
  const section: Section = { contract, file: `webhooks/${name}.html` };
  const fields = (operation.parameters ?? []).flatMap(createFieldReader(contract, section.file).ofParameter);
  return {
    kind: "webhook",
    file: section.file,
    title: operation.summary,
    summary: summaryOf(operation.description),
    area: operation.tags[0],
    blocks: withIds([
      ...createText(`Webhook \`${name}\`: the service sends a \`${method}\` request to your address.`),
      ...createText(operation.deprecated && "**Deprecated.**", operation.description),
      ...createNodeUnknowns(contract, section.file, operation),
      ...createFields(fields),
      ...createBodyBlocks(section, operation, "writeOnly"),
      ...responses.flatMap(([status, response]) => createResponseBlocks(section, status, response)),
    ]),
  };
}

interface Section {
  contract: Contract;
  file: string;
}

function createBodyBlocks(section: Section, { requestBody }: Operation, omitKeyword: OmitKeyword): Block[] {
  if (!requestBody) return [];
  const body = resolve(section.contract, requestBody);
  const title = `Body${body.required ? ", required" : ""}`;
  return [
    createHeading(title),
    ...createText(body.description),
    ...createNodeUnknowns(section.contract, section.file, body),
    ...createContentBlocks(section, title, body.content, omitKeyword, true),
  ];
}

function createResponseBlocks(section: Section, status: string, unresolved: ResponseObject): Block[] {
  const { contract, file } = section;
  const response = resolve(contract, unresolved);
  const title = `Response ${status}`;
  const headers = Object.entries(response.headers ?? {});
  const { ofHeader } = createFieldReader(contract, file);
  return [
    createHeading(title),
    ...createText(response.description),
    ...createNodeUnknowns(contract, file, response),
    ...createFields(headers.map(([name, header]): Field => ofHeader(name, resolve(contract, header)))),
    ...createContentBlocks(section, title, response.content, "writeOnly", !isPresenceUnknown(contract)),
  ];
}

/** Builds the blocks of a body in each of its media types, with its examples. */
function createContentBlocks(
  { contract, file }: Section,
  title: string,
  content: Content = {},
  omitKeyword: OmitKeyword,
  isPresenceKnown: boolean,
): Block[] {
  const entries = Object.entries(content);
  return entries.flatMap(([type, unresolved]) => {
    const { schema = {}, examples = {}, ...media } = resolve(contract, unresolved);
    const fields = createFieldReader(contract, file).ofSchema(schema, omitKeyword, isPresenceKnown);
    const bodyType = typeOf(contract, schema);
    const isDescribed = fields.length > 0 || bodyType === anyJson || bodyType === "object";
    const samples = Object.entries(examples).map(([name, { summary, value }]) => ({
      ...{ label: summary, name, language: isJson(type) ? "json" : "" },
      code: isJson(type) || typeof value !== "string" ? json(value) : value,
    }));
    return [
      ...(entries.length > 1 ? [createHeading(`\`${type}\``, 3)] : createText(`Media type: \`${type}\``)),
      ...createNodeUnknowns(contract, file, media),
      ...(marksOf(schema).length > 0 ? createNodeUnknowns(contract, file, schema) : []),
      ...(isDescribed ? [] : createText(`A value of type \`${bodyType}\`.`)),
      ...createFields(fields),
      ...(samples.length > 0
        ? [{ kind: "code" as const, title: entries.length > 1 ? `${title}, ${type}` : title, samples }]
        : []),
    ];
  });
}

const json = (value: Json) => JSON.stringify(value, null, 2);
