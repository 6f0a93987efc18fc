import { isJson } from "../../../src/openapi/media-type.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import { addressOf } from "../../../src/openapi/servers.ts";
import { isPresenceUnknown } from "../../../src/openapi/unknowns.ts";
import type { Contract, Operation, ResponseObject } from "../../contract/document.ts";
import { listArguments } from "../../contract/method.ts";
import { type DocumentedOperation, type DocumentedWebhook, documentedWebhooks } from "../../contract/operations.ts";
import { statedValueOf } from "../../contract/stated-value.ts";
import { createCall, samplesOf } from "../samples/samples.ts";
import { knownServersOf, type OperationPage } from "./addresses.ts";
import type { BlockSource } from "./blocks.ts";
import { describeCredentials } from "./credentials.ts";
import { anyJson, createFieldReader, describeType, type FieldReader, type OmitKeyword } from "./fields.ts";
import { createPage, type Page, summaryOf } from "./page.ts";

/** @param onMock Whether its samples call the mock, although a server is known. */
export function createOperationPage(
  contract: Contract,
  entry: OperationPage,
  pathOperation: DocumentedOperation,
  onMock = false,
): Page {
  const { operation } = pathOperation;
  const { file, title, otherName } = entry;
  const reader = createFieldReader(contract, file);
  const credentialWords = describeCredentials(contract, operation.security);
  const inputs = (operation.parameters ?? []).flatMap(reader.readParameter);
  const credentials = reader.readCredentials(operation.security, pathOperation.knowledge === "documented");
  const servers = knownServersOf(contract, pathOperation);
  const [server] = onMock ? [] : servers;
  const call = createCall(contract, pathOperation, server && addressOf({ variables: {}, ...server }));
  return {
    ...createPage("operation", file, title, summaryOf(operation.description), [
      ...createIntroduction(reader, operation),
      otherName && `The description of the service calls it "${otherName}".`,
      `With the [client](/client.html): \`phone.${callOf(pathOperation)}\``,
      ...createCallbackLinks(contract, pathOperation),
      "## Request",
      { kind: "fields", fields: [...inputs, ...credentials] },
      call.missingValues.map((name) => `Replace \`{${name}}\` in the samples: the contract has no example.`).join(" "),
      { kind: "code", title: "Samples", samples: samplesOf(call), languages: true },
      ...createRequestBody(reader, operation, "readOnly"),
      ...createResponses(reader, pathOperation),
    ]),
    facts: [
      ...factsOf(pathOperation, credentialWords),
      ...(servers.length > 0 ? [`on ${servers.map(({ url }) => `\`${url}\``).join(" or ")}`] : []),
    ],
    call,
    entry,
  };
}

/** Writes the call of a method of the client, such as `getWebhookRelay(type, options?)`. */
export const callOf = (pathOperation: DocumentedOperation): string =>
  `${pathOperation.operation.operationId}(${listArguments(pathOperation).join(", ")})`;

const createCallbackLinks = (contract: Contract, { keys }: DocumentedOperation): string[] =>
  documentedWebhooks(contract)
    .filter((webhook) => keys.every((key, index) => webhook.keys[index] === key))
    .map(({ name, operation }) => `The service calls back: [${operation.summary}](/webhooks/${name}.html).`);

/** Lists the facts to know before a call: whether it's safe to retry, if it takes the token, how it's known, its id. */
function factsOf(pathOperation: DocumentedOperation, credentialWords: string | undefined): string[] {
  const { operation } = pathOperation;
  const isDocumented = pathOperation.knowledge === "documented";
  const token = isDocumented ? `requires ${credentialWords}` : `whether it requires ${credentialWords} is unknown`;
  return [
    `${operation["x-repeatable"] ? "safe" : "not safe"} to retry, in our judgment`,
    ...(credentialWords ? [token] : []),
    ...(isDocumented
      ? []
      : [pathOperation.knowledge === "path" ? "known by path only" : "observed in recorded traffic"]),
    `operation id \`${operation.operationId}\``,
  ];
}

/** Builds the page of a webhook: the service's request, and the response that it expects. */
export function createWebhookPage(contract: Contract, webhook: DocumentedWebhook): Page {
  const { name, method, keys, operation } = webhook;
  const [kind, address] = keys[0] === "paths" ? ["Callback", `, \`${keys.at(-2)}\``] : ["Webhook", ""];
  const file = `webhooks/${name}.html`;
  const reader = createFieldReader(contract, file);
  return createPage("webhook", file, operation.summary, summaryOf(operation.description), [
    `${kind} \`${name}\`: the service sends a \`${method}\` request to your address${address}.`,
    ...createIntroduction(reader, operation),
    operation.parameters && "## Headers",
    { kind: "fields", fields: (operation.parameters ?? []).flatMap(reader.readParameter) },
    ...createRequestBody(reader, operation, "writeOnly"),
    ...createResponses(reader, webhook),
  ]);
}

const createIntroduction = ({ unknownsOf }: FieldReader, operation: Operation): BlockSource[] => [
  operation.deprecated && "**Deprecated.**",
  operation.description,
  unknownsOf(operation),
];

function createRequestBody(reader: FieldReader, { requestBody }: Operation, omitKeyword: OmitKeyword): BlockSource[] {
  if (!requestBody) return [];
  const body = resolve(reader.contract, requestBody);
  return createBody(reader, `Body${body.required ? ", required" : ""}`, body, omitKeyword, true);
}

const createResponses = (reader: FieldReader, { responses }: Pick<DocumentedOperation, "responses">): BlockSource[] =>
  responses.flatMap(([status, unresolved]) => {
    const isPresenceKnown = !isPresenceUnknown(reader.contract);
    const title = status === "default" ? "Any other status" : `Response ${status}`;
    return createBody(reader, title, resolve(reader.contract, unresolved), "writeOnly", isPresenceKnown);
  });

/** Builds the parts of a request's or a response's body in each of its media types, with its examples. */
function createBody(
  reader: FieldReader,
  title: string,
  { description, headers = {}, content = {}, ...body }: Partial<ResponseObject>,
  omitKeyword: OmitKeyword,
  isPresenceKnown: boolean,
): BlockSource[] {
  const { contract, unknownsOf, readFields, readInput } = reader;
  const entries = Object.entries(content);
  const fields = Object.entries(headers).map(([name, header]) => readInput(name, "header", resolve(contract, header)));
  const contents = entries.flatMap(([type, unresolved]): BlockSource[] => {
    const { schema = {}, ...media } = resolve(contract, unresolved);
    // The samples send a stated value if there is no example.
    const value = omitKeyword === "readOnly" ? statedValueOf(contract, { schema, ...media }) : undefined;
    const { examples = value === undefined ? {} : { stated: { summary: "As in the samples", value } } } = media;
    const bodyType = describeType(contract, schema);
    const bodyFields = readFields(schema, omitKeyword, isPresenceKnown);
    const isDescribed =
      bodyType === anyJson || bodyType === "object" || (bodyType === "array of objects" && bodyFields.length > 0);
    const samples = Object.entries(examples).map(([name, { summary, value }]) => ({
      label: summary,
      name,
      language: isJson(type) ? "json" : "",
      code: isJson(type) || typeof value !== "string" ? JSON.stringify(value, null, 2) : value,
    }));
    return [
      entries.length > 1 ? `### \`${type}\`` : `Media type: \`${type}\``,
      unknownsOf(media),
      unknownsOf(resolve(contract, schema)),
      !isDescribed && `A value of type \`${bodyType}\`.`,
      { kind: "fields", fields: bodyFields },
      { kind: "code", title: entries.length > 1 ? `Examples, ${type}` : "Examples", samples },
    ];
  });
  return [`## ${title}`, description, unknownsOf(body), { kind: "fields", fields }, ...contents];
}
