import { examplesOf } from "../../../src/openapi/contents.ts";
import { asObject } from "../../../src/openapi/json.ts";
import { isJson } from "../../../src/openapi/media-type.ts";
import type { Operation, RequestBody, Webhook } from "../../../src/openapi/operation.ts";
import { webhooksOf } from "../../../src/openapi/operations.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import { knownServersOf, serverUrlOf } from "../../../src/openapi/servers.ts";
import { isPresenceUnknown } from "../../../src/openapi/unknowns.ts";
import { descriptionOf } from "../../contract/descriptions.ts";
import type { Contract, Schema } from "../../contract/document.ts";
import { listArguments } from "../../contract/method.ts";
import { mockAddress } from "../samples/call.ts";
import { createCall } from "../samples/create-call.ts";
import { samplesOf } from "../samples/samples.ts";
import { describeCredentials, readCredentials } from "./credentials.ts";
import {
  anyJson,
  describeChoice,
  describeType,
  type OmitKeyword,
  readFields,
  readInput,
  readParameter,
} from "./fields.ts";
import { type BlockSource, createPage, type Page, summaryOf } from "./page.ts";
import { createUnknowns, type IndexedPage, titleOf } from "./site-map.ts";

/** @param mockUrl The address of the mock that its samples call, although a server is known. */
export function createOperationPage(
  contract: Contract,
  entry: IndexedPage,
  operation: Operation,
  mockUrl?: string,
): Page {
  const { file, title, otherName, knowledge } = entry;
  const isDocumented = knowledge === "documented";
  const credentialWords = describeCredentials(contract, operation);
  const hasOwnServers = operation.node["servers"] !== undefined;
  const servers = hasOwnServers ? operation.servers : knownServersOf(contract);
  const [server] = mockUrl ? [] : servers;
  const call = createCall(contract, operation, {
    url: server ? serverUrlOf(server) : (mockUrl ?? mockAddress),
    isMock: !server,
  });
  return {
    ...createPage("operation", file, title, summaryOf(descriptionOf(operation)), [
      ...createIntroduction(contract, operation),
      otherName && `Named "${otherName}" in the service's description.`,
      `With the client: [\`phone.${callOf(operation)}\`](/client.html#operations.${operation.id})`,
      !operation.isRepeatable &&
        "If a call fails, [`mayHaveTakenEffect`](/guides/errors.html#did-it-take-effect) says whether it may have taken effect.",
      operation.pagination &&
        "The client reads one page after another: [`pages` and `items`](/client.html#pages).",
      operation.pagination &&
        operation.freeForm &&
        "The client takes the names of its inputs as [`junkInboxInputNames`](/client.html#junkinboxinputnames): see [Junk inbox pagination](/guides/junk-inbox-pagination.html).",
      ...createCallbackLinks(contract, operation),
      "## Request",
      {
        kind: "fields",
        fields: [
          ...operation.parameters.flatMap((parameter) => readParameter(contract, parameter)),
          ...readCredentials(operation, isDocumented),
        ],
      },
      call.missingValues
        .map((name) => `Replace \`{${name}}\` in the samples: the contract has no example.`)
        .join(" "),
      { kind: "code", title: "Samples", samples: samplesOf(call), languages: true },
      ...createBodies(contract, operation, "readOnly"),
    ]),
    facts: [
      `[${operation.isRepeatable ? "Safe" : "Not safe"} to retry](/guides/errors.html#retries), in our judgment`,
      credentialWords &&
        (isDocumented
          ? `[Requires ${credentialWords}](/guides/authentication.html)`
          : `Whether it [requires ${credentialWords}](/guides/authentication.html) is unknown`),
      knowledge === "path" && "Known by its path only",
      knowledge === "observed" && "Observed in recorded traffic",
      `Operation id \`${operation.id}\``,
      servers.length > 0 && `On ${servers.map(({ url }) => `\`${url}\``).join(" or ")}`,
    ].flatMap((fact) => fact || []),
    call,
    entry,
  };
}

/** Writes the call of a method of the client, such as `getWebhookRelay(type, options?)`. */
export const callOf = (operation: Operation): string =>
  `${operation.id}(${listArguments(operation).join(", ")})`;

const createCallbackLinks = (contract: Contract, { keys }: Operation): string[] =>
  webhooksOf(contract)
    .filter((webhook) => keys.every((key, index) => webhook.keys[index] === key))
    .map(
      (webhook) => `The service calls back: [${titleOf(webhook)}](/webhooks/${webhook.name}.html).`,
    );

/** Builds the page of a webhook: the service's request, and the response that it expects. */
export function createWebhookPage(contract: Contract, webhook: Webhook): Page {
  const { name, method, keys, parameters } = webhook;
  const [kind, address] =
    keys[0] === "paths" ? ["Callback", `, \`${keys.at(-2)}\``] : ["Webhook", ""];
  const file = `webhooks/${name}.html`;
  return createPage("webhook", file, titleOf(webhook), summaryOf(descriptionOf(webhook)), [
    `${kind} \`${name}\`: the service sends a \`${method}\` request to your address${address}.`,
    ...createIntroduction(contract, webhook),
    parameters.length > 0 && "## Headers",
    {
      kind: "fields",
      fields: parameters.flatMap((parameter) => readParameter(contract, parameter)),
    },
    ...createBodies(contract, webhook, "writeOnly"),
  ]);
}

const createIntroduction = (contract: Contract, operation: Operation | Webhook): BlockSource[] => [
  operation.node["deprecated"] === true && "**Deprecated.**",
  descriptionOf(operation),
  createUnknowns(contract, operation.node),
];

/** Builds the parts of the request's body and of all responses. */
function createBodies(
  contract: Contract,
  { body, responses }: Operation | Webhook,
  omitKeyword: OmitKeyword,
): BlockSource[] {
  const title = `Body${body?.required ? ", required" : ""}`;
  return [
    ...(body ? createBody(contract, title, body, omitKeyword, true) : []),
    ...responses.flatMap((response) => {
      const title = response.code === "default" ? "Any other status" : `Response ${response.code}`;
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
  part: Pick<RequestBody, "contents" | "node">,
  omitKeyword: OmitKeyword,
  isPresenceKnown: boolean,
): BlockSource[] {
  const { contents, node = {} } = part;
  const fields = Object.entries(asObject(node["headers"])).map(([name, header]) =>
    readInput(contract, name, "header", asObject(header)),
  );
  const parts = contents.flatMap(({ mediaType, schema = {}, node: media = {} }): BlockSource[] => {
    const bodyType = describeType(contract, schema as Schema);
    const bodyFields = readFields(contract, schema, omitKeyword, isPresenceKnown);
    const isDescribed =
      bodyType === anyJson ||
      bodyType === "object" ||
      (bodyType === "array of objects" && bodyFields.length > 0);
    const samples = examplesOf(media).map(([name, { summary, value }]) => ({
      label: `${summary ?? name}`,
      name,
      language: isJson(mediaType) ? "json" : "",
      code: isJson(mediaType) || typeof value !== "string" ? JSON.stringify(value, null, 2) : value,
    }));
    return [
      contents.length > 1 ? `### \`${mediaType}\`` : `Media type: \`${mediaType}\``,
      createUnknowns(contract, media),
      createUnknowns(contract, resolve(contract, schema)),
      !isDescribed && `A value of type \`${bodyType}\`.`,
      describeChoice(contract, schema),
      { kind: "fields", fields: bodyFields },
      { kind: "code", title: contents.length > 1 ? `Examples, ${mediaType}` : "Examples", samples },
    ];
  });
  return [
    `## ${title}`,
    descriptionOf(part),
    createUnknowns(contract, node),
    { kind: "fields", fields },
    ...parts,
  ];
}
