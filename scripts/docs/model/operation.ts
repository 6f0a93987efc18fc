import { isJson } from "../../../src/openapi/media-type.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import { addressOf } from "../../../src/openapi/servers.ts";
import { isPresenceUnknown } from "../../../src/openapi/unknowns.ts";
import type { Contract, Operation, ResponseObject } from "../../contract/document.ts";
import { listArguments } from "../../contract/method.ts";
import {
  type DocumentedOperation,
  type DocumentedWebhook,
  documentedWebhooks,
} from "../../contract/operations.ts";
import { mockAddress } from "../samples/credentials.ts";
import { createCall, samplesOf } from "../samples/samples.ts";
import { knownServersOf, type OperationPage } from "./addresses.ts";
import type { BlockSource, Field } from "./blocks.ts";
import { describeCredentials, readCredentials } from "./credentials.ts";
import {
  anyJson,
  describeType,
  type OmitKeyword,
  readFields,
  readInput,
  readParameter,
} from "./fields.ts";
import { createPage, type Page, summaryOf } from "./page.ts";
import { createUnknowns } from "./unknowns.ts";

/** @param mockUrl The address of the mock that its samples call, although a server is known. */
export function createOperationPage(
  contract: Contract,
  entry: OperationPage,
  pathOperation: DocumentedOperation,
  mockUrl?: string,
): Page {
  const { operation, knowledge } = pathOperation;
  const { file, title, otherName } = entry;
  const isDocumented = knowledge === "documented";
  const credentialWords = describeCredentials(contract, operation.security);
  const inputs = readParameters(contract, operation);
  const credentials = readCredentials(contract, operation.security, isDocumented);
  const servers = knownServersOf(contract, pathOperation);
  const [server] = mockUrl ? [] : servers;
  const call = createCall(contract, pathOperation, {
    url: server ? addressOf({ variables: {}, ...server }) : (mockUrl ?? mockAddress),
    isMock: !server,
  });
  return {
    ...createPage("operation", file, title, summaryOf(operation.description), [
      ...createIntroduction(contract, operation),
      otherName && `The description of the service calls it "${otherName}".`,
      `With the [client](/client.html): \`phone.${callOf(pathOperation)}\``,
      ...createCallbackLinks(contract, pathOperation),
      "## Request",
      { kind: "fields", fields: [...inputs, ...credentials] },
      call.missingValues
        .map((name) => `Replace \`{${name}}\` in the samples: the contract has no example.`)
        .join(" "),
      { kind: "code", title: "Samples", samples: samplesOf(call), languages: true },
      ...createBodies(contract, pathOperation, "readOnly"),
    ]),
    facts: [
      `${operation["x-repeatable"] ? "safe" : "not safe"} to retry, in our judgment`,
      credentialWords &&
        (isDocumented
          ? `requires ${credentialWords}`
          : `whether it requires ${credentialWords} is unknown`),
      { documented: "", path: "known by path only", observed: "observed in recorded traffic" }[
        knowledge
      ],
      `operation id \`${operation.operationId}\``,
      servers.length > 0 && `on ${servers.map(({ url }) => `\`${url}\``).join(" or ")}`,
    ].flatMap((fact) => fact || []),
    call,
    entry,
  };
}

/** Writes the call of a method of the client, such as `getWebhookRelay(type, options?)`. */
export const callOf = (pathOperation: DocumentedOperation): string =>
  `${pathOperation.operation.operationId}(${listArguments(pathOperation.read).join(", ")})`;

const createCallbackLinks = (contract: Contract, { keys }: DocumentedOperation): string[] =>
  documentedWebhooks(contract)
    .filter((webhook) => keys.every((key, index) => webhook.keys[index] === key))
    .map(
      ({ name, operation }) =>
        `The service calls back: [${operation.summary}](/webhooks/${name}.html).`,
    );

/** Builds the page of a webhook: the service's request, and the response that it expects. */
export function createWebhookPage(contract: Contract, webhook: DocumentedWebhook): Page {
  const { name, method, keys, operation } = webhook;
  const [kind, address] =
    keys[0] === "paths" ? ["Callback", `, \`${keys.at(-2)}\``] : ["Webhook", ""];
  const file = `webhooks/${name}.html`;
  return createPage("webhook", file, operation.summary, summaryOf(operation.description), [
    `${kind} \`${name}\`: the service sends a \`${method}\` request to your address${address}.`,
    ...createIntroduction(contract, operation),
    operation.parameters && "## Headers",
    { kind: "fields", fields: readParameters(contract, operation) },
    ...createBodies(contract, webhook, "writeOnly"),
  ]);
}

const createIntroduction = (contract: Contract, operation: Operation): BlockSource[] => [
  operation.deprecated && "**Deprecated.**",
  operation.description,
  createUnknowns(contract, operation),
];

const readParameters = (contract: Contract, { parameters = [] }: Operation): Field[] =>
  parameters.flatMap((parameter) => readParameter(contract, parameter));

/** Builds the parts of the request's body and of all responses. */
function createBodies(
  contract: Contract,
  { operation: { requestBody }, responses }: Pick<DocumentedOperation, "operation" | "responses">,
  omitKeyword: OmitKeyword,
): BlockSource[] {
  const title = `Body${requestBody?.required ? ", required" : ""}`;
  return [
    ...(requestBody ? createBody(contract, title, requestBody, omitKeyword, true) : []),
    ...responses.flatMap(([status, response]) => {
      const title = status === "default" ? "Any other status" : `Response ${status}`;
      return createBody(contract, title, response, "writeOnly", !isPresenceUnknown(contract));
    }),
  ];
}

/**
 * Builds the parts of a request's or a response's body in each of its media types, with its
 * examples.
 */
function createBody(
  contract: Contract,
  title: string,
  { description, headers = {}, content = {}, ...body }: Partial<ResponseObject>,
  omitKeyword: OmitKeyword,
  isPresenceKnown: boolean,
): BlockSource[] {
  const entries = Object.entries(content);
  const fields = Object.entries(headers).map(([name, header]) =>
    readInput(contract, name, "header", header),
  );
  const contents = entries.flatMap(([type, { schema = {}, ...media }]): BlockSource[] => {
    const bodyType = describeType(contract, schema);
    const bodyFields = readFields(contract, schema, omitKeyword, isPresenceKnown);
    const isDescribed =
      bodyType === anyJson ||
      bodyType === "object" ||
      (bodyType === "array of objects" && bodyFields.length > 0);
    const samples = Object.entries(media.examples ?? {}).map(([name, { summary, value }]) => ({
      label: summary,
      name,
      language: isJson(type) ? "json" : "",
      code: isJson(type) || typeof value !== "string" ? JSON.stringify(value, null, 2) : value,
    }));
    return [
      entries.length > 1 ? `### \`${type}\`` : `Media type: \`${type}\``,
      createUnknowns(contract, media),
      createUnknowns(contract, resolve(contract, schema)),
      !isDescribed && `A value of type \`${bodyType}\`.`,
      { kind: "fields", fields: bodyFields },
      { kind: "code", title: entries.length > 1 ? `Examples, ${type}` : "Examples", samples },
    ];
  });
  return [
    `## ${title}`,
    description,
    createUnknowns(contract, body),
    { kind: "fields", fields },
    ...contents,
  ];
}
