import { expect, test } from "vitest";
import { type Contract, parseYaml, readContract } from "../../scripts/contract/document.ts";
import { indexedOperations, pathOperations } from "../../scripts/contract/operations.ts";
import { readText } from "../../src/commands/files.ts";
import { contractWith, objectAt, token, tokens } from "../scripts/contract-copy.ts";
import { describedFactsOf, describedIds, describedUnknowns, factsOf } from "./facts.ts";
import { namedOperations } from "./operations.ts";

const contract = readContract();

/** The facts of the description's tables, copied by hand. `!`: required; `[]`: an element; `{*}`: any further property. */
const statedFacts = `
GET /api/v2/tokens listTokens, repeatable
  2XX application/json: object
  2XX application/json.success!: boolean const=true
  2XX application/json.message!: string
  2XX application/json: object
  2XX application/json.tokens!: array
  2XX application/json.tokens![]: object
  2XX application/json.tokens![].token!: string
  2XX application/json.tokens![].description!: string
  2XX application/json.tokens![].type!|: const="admin" string
  2XX application/json.tokens![].type!|: string
  2XX application/json.tokens![].timestamp!: string pattern="^[0-9]+$"
  2XX application/json.tokens![].userId!: integer
  default application/json: unknown
GET /api/v2/junkConversations listJunkInbox, repeatable
  query inputs style=form explode=true: object
  query inputs style=form explode=true{*}|"Pagination": x-pagination="paginate" boolean
  query inputs style=form explode=true{*}|"Page number": x-pagination="page" integer
  query inputs style=form explode=true{*}|"Page size": x-pagination="size" integer
  query inputs style=form explode=true{*}|"Unread rooms only": x-pagination="unreadOnly" boolean
  2XX application/json: object
  2XX application/json.pageSize!: integer
  2XX application/json.pageNumber!: integer
  2XX application/json.totalRooms!: integer
  2XX application/json.rooms!: array
  2XX application/json.rooms![]: object
  2XX application/json.rooms![].roomId!: string pattern="^-?[0-9]+:-?[0-9]+$"
  2XX application/json.rooms![].name!: string
  2XX application/json.rooms![].id!: integer
  2XX application/json.rooms![].image!: string format="uri"
  2XX application/json.rooms![].servicePhoneNumber!: string pattern="^\\\\+[1-9][0-9]{1,14}$"
  2XX application/json.rooms![].unregistered!: boolean
  2XX application/json.rooms![].unregisteredDisplayName!: string pattern="^\\\\+[1-9][0-9]{1,14}$"
  2XX application/json.rooms![].destinationInboxType!: string
  2XX application/json.rooms![].lastMessage!: string
  2XX application/json.rooms![].lastMessageTimestamp!: integer
  2XX application/json.rooms![].chatAgentCampaignId!: string
  default application/json: unknown
GET /api/v2/webhookRelay/types listWebhookRelayTypes, repeatable
  2XX application/json: unknown
  default application/json: unknown
GET /api/v2/webhookRelay/{type} getWebhookRelay, repeatable
  path type!: string
  200 application/json: object
  200 application/json.success!: boolean const=true
  200 application/json.message!: string
  200 application/json: object
  200 application/json.config!: object
  200 application/json.config!.url!: string format="uri"
  200 application/json.config!.timeout!: integer
  200 application/json.config!.headers!: array
  200 application/json.config!.headers![]: object
  200 application/json.config!.headers![]{*}: string
  200 application/json.config!.successStatusCodes!: array
  200 application/json.config!.successStatusCodes![]: integer
  default application/json: unknown
DELETE /api/v2/sip/registration deleteSipRegistration, not repeatable
  200
  default application/json: unknown
`;

/** The ids of all unknowns that the description has, by their place in the contract. */
const unknownIds = {
  "": [
    "agent-behavior",
    "resource-states",
    "other-resource-fields",
    "field-presence",
    "rate-limits",
    "size-limits",
    "service-timeouts",
    "version-negotiation",
    "deprecation-policy",
    "other-operation-paths",
    "other-operation-parameters",
    "other-operation-payloads",
    "other-operation-token",
    "other-operation-answers",
  ],
  "/servers/0/variables/base_url": ["base-url"],
  "/tags/0": ["token-in-header", "token-permissions", "token-lifetime", "one-time-token-lifetime"],
  "/tags/5": ["event-kinds", "delivery-payload", "delivery-signing"],
  "/tags/10": ["other-area-purpose"],
  "/paths/~1api~1v2~1tokens/get/responses/2XX": ["list-tokens-success-status"],
  "/paths/~1api~1v2~1junkConversations/get/parameters/0/schema/additionalProperties/anyOf/0": [
    "paginate-input-name",
    "paginate-input-default",
  ],
  "/paths/~1api~1v2~1junkConversations/get/parameters/0/schema/additionalProperties/anyOf/1": [
    "page-number-input-name",
    "page-number-input-default",
    "page-number-input-origin",
  ],
  "/paths/~1api~1v2~1junkConversations/get/parameters/0/schema/additionalProperties/anyOf/2": [
    "page-size-input-name",
    "page-size-input-default",
    "page-size-bounds",
  ],
  "/paths/~1api~1v2~1junkConversations/get/parameters/0/schema/additionalProperties/anyOf/3": [
    "unread-only-input-name",
    "unread-only-input-default",
  ],
  "/paths/~1api~1v2~1junkConversations/get/responses/2XX": ["list-junk-inbox-success-status"],
  "/paths/~1api~1v2~1webhookRelay~1types/get": [
    "list-webhook-relay-types-details",
    "list-webhook-relay-types-prefix",
    "list-webhook-relay-types-token",
    "list-webhook-relay-types-parameters",
    "list-webhook-relay-types-payload",
  ],
  "/paths/~1api~1v2~1webhookRelay~1types/get/responses/2XX": [
    "list-webhook-relay-types-success-status",
    "list-webhook-relay-types-answer",
  ],
  "/paths/~1api~1v2~1webhookRelay~1{type}/get/parameters/0": ["webhook-relay-type-values"],
  "/paths/~1api~1v2~1sip~1registration/delete": [
    "delete-sip-registration-target",
    "delete-sip-registration-parameters",
    "delete-sip-registration-payload",
  ],
  "/paths/~1api~1v2~1sip~1registration/delete/responses/200": ["delete-sip-registration-answer"],
  "/components/responses/Failure": ["error-shape", "error-codes", "failure-status-codes"],
  "/components/schemas/SuccessEnvelope/properties/success": ["success-on-failure"],
  "/components/schemas/Token/properties/type": ["token-type-values"],
  "/components/schemas/JunkInboxPage/properties/rooms": ["junk-inbox-order"],
  "/components/schemas/Room/properties/roomId": ["room-id-integers-meaning"],
  "/components/schemas/Room/properties/id": ["room-number-meaning"],
  "/components/schemas/Room/properties/destinationInboxType": [
    "destination-inbox-type-values",
    "destination-inbox-type-meaning",
  ],
  "/components/schemas/WebhookRelayConfig/properties/timeout": ["relay-timeout-unit"],
  "/components/schemas/WebhookRelayConfig/properties/successStatusCodes": ["relay-success-status-codes-meaning"],
  "/x-operation-index/Agents/2": ["llm-feedback-method"],
  "/x-operation-index/Logs/0": ["query-conversation-logs-method"],
};

test("the contract contains exactly the facts of each operation that the description shows", () => {
  expect(describedFactsOf(contract)).toEqual(statedFacts.trim().split("\n"));
});

const listResponse = [...tokens, "responses", "2XX"] as const;

test.each<[string, (contract: Contract) => unknown]>([
  ["a bound", (copy) => Object.assign(objectAt(copy, ...token, "userId"), { minimum: 1 })],
  ["a lost field", (copy) => delete objectAt(copy, ...token)["userId"]],
  [
    "a field that may be absent",
    (copy) => Object.assign(objectAt(copy, "components", "schemas", "Token"), { required: [] }),
  ],
  [
    "a closed record",
    (copy) => Object.assign(objectAt(copy, "components", "schemas", "Token"), { additionalProperties: false }),
  ],
  ["a payload", (copy) => Object.assign(objectAt(copy, ...tokens), { requestBody: { content: {} } })],
  [
    "a parameter",
    (copy) => Object.assign(objectAt(copy, ...tokens), { parameters: [{ in: "query", name: "q", schema: {} }] }),
  ],
  ["a response header", (copy) => Object.assign(objectAt(copy, ...listResponse), { headers: { "X-Total": {} } })],
  [
    "a status code",
    (copy) => Object.assign(objectAt(copy, ...tokens, "responses"), { "401": { description: "No token." } }),
  ],
  ["a header's schema", addResponseHeader({ type: "integer", maximum: 9 })],
  ["a bound in a request body by reference", addRequestBody({ type: "string", maxLength: 99 })],
  ["a webhook", addWebhook({ type: "string", maxLength: 99 })],
  [
    "a second media type",
    (copy) => Object.assign(objectAt(copy, ...listResponse, "content"), { "text/csv": { schema: {} } }),
  ],
])("the facts of a copy with %s differ", (_, edit) => {
  expect(factsOf(contractWith(edit))).not.toEqual(factsOf(contractWith(() => {})));
});

test.each<[string, (schema: object) => (contract: Contract) => unknown]>([
  ["a response header", addResponseHeader],
  ["a request body by reference", addRequestBody],
  ["a parameter's content", addParameterContent],
  ["a webhook", addWebhook],
])("the facts differ if a bound in %s differs", (_, plant) => {
  const factLists = [99, 100].map((maxLength) => factsOf(contractWith(plant({ type: "string", maxLength }))));
  expect(factLists[0]).not.toEqual(factLists[1]);
});

function addResponseHeader(schema: object) {
  return (copy: Contract) => Object.assign(objectAt(copy, ...listResponse), { headers: { "X-Total": { schema } } });
}

/** Returns an edit that adds a request body, whose schema is two references away. */
function addRequestBody(schema: object) {
  return (copy: Contract) => {
    const content = { "application/json": { schema: { $ref: "#/components/schemas/PlantedBody" } } };
    Object.assign(copy.components, { requestBodies: { Planted: { content } } });
    Object.assign(copy.components.schemas, { PlantedBody: { properties: { name: schema } } });
    Object.assign(objectAt(copy, ...tokens), { requestBody: { $ref: "#/components/requestBodies/Planted" } });
  };
}

/** Returns an edit that adds a parameter sent as JSON, with an alternative of its schema by reference. */
function addParameterContent(schema: object) {
  return (copy: Contract) => {
    const content = { "application/json": { schema: { oneOf: [{ $ref: "#/components/schemas/PlantedFilter" }] } } };
    Object.assign(copy.components.schemas, { PlantedFilter: schema });
    Object.assign(objectAt(copy, ...tokens), { parameters: [{ in: "query", name: "filter", content }] });
  };
}

function addWebhook(schema: object) {
  return (copy: Contract) => {
    const post = { requestBody: { content: { "application/json": { schema } } }, responses: {} };
    Object.assign(copy, { webhooks: { planted: { post } } });
  };
}

test("the contract marks every unknown at the node that it concerns", () => {
  const idsByPointer: Record<string, string[]> = {};
  for (const { id, pointer } of describedUnknowns(contract))
    idsByPointer[pointer] = [...(idsByPointer[pointer] ?? []), id];
  expect(idsByPointer).toEqual(unknownIds);
});

test("of an operation that the description shows, more than the path is known if a fact is stated", () => {
  const unknownBodies = [...statedFacts.matchAll(/^[A-Z]+ \S+ (\w+),.*\n {2}2XX application\/json: unknown$/gm)];
  const pathOnlyIds = unknownBodies.map(([, id]) => id);
  const operations = indexedOperations(contract).filter(({ operationId = "" }) => describedIds.includes(operationId));
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(describedIds.toSorted());
  for (const { operationId, knowledge } of operations)
    expect(knowledge, operationId).toBe(pathOnlyIds.includes(operationId) ? "path" : "documented");
});

test("the index names the 97 operations of the description literally, in its areas and order", () => {
  const describedLines = namedOperations.trim().split("\n");
  const isUnspecified = (name: string) => describedLines.includes(`unspecified ${name}`);
  const lines = Object.entries(contract["x-operation-index"]).flatMap(([area, rows]) => [
    `# ${area}`,
    ...rows.map(({ method, name }) => `${isUnspecified(name) ? "unspecified" : method} ${name}`),
  ]);
  expect(lines.filter((line) => describedLines.includes(line))).toEqual(describedLines);
  expect(describedLines.filter((line) => !line.startsWith("#"))).toHaveLength(97);
  expect(contract.tags.map(({ name }) => `# ${name}`)).toEqual(lines.filter((line) => line.startsWith("#")));
});

test("every operation takes the token as the query parameter `token`", () => {
  expect(contract).toMatchObject({
    security: expect.arrayContaining([{ apiToken: [] }]),
    components: { securitySchemes: { apiToken: { type: "apiKey", in: "query", name: "token" } } },
  });
});

/** The facts that only prose can state: the terms that the description of a node must contain. */
test.each<[pointer: string, terms: string]>([
  ["info", "platform, AI phone agents, HTTP, responses are JSON, version, prefix `/api/v2/`"],
  ["tags/Authorization", "list, create, delete, API tokens, one-time auth token"],
  [
    "tags/Agents",
    "publish, revert, update, fetch, staging, live, list, name, replace, restore, rename, stored versions, queue, outbound calls, SMS text messages, feedback, configuration",
  ],
  [
    "tags/Phone Numbers",
    "assign, return, bring your own, local numbers, locality, prefix, phrase, numbering providers",
  ],
  ["tags/SIP", "fetch, captures, manage, IP whitelist, outbound routes, SIP registration"],
  ["tags/Messaging", "priority inbox, junk inbox, recent messages, messages of a room, conversations, own platform"],
  [
    "tags/Webhooks",
    "list, add, remove, webhooks, supported, relay types, create, fetch, delete, relay configurations, each relay type has one configuration",
  ],
  ["tags/Knowledge", "fetch, add, context, delete multiple documents"],
  ["tags/Agent URLs", "available, fetch, create"],
  ["tags/Accounts", "resellers, organizations, accounts, admin users, settings, search"],
  ["tags/Billing", "usage, product plans, add-ons, catalog, subscriptions, export settings"],
  [
    "tags/Tasks",
    "create, one at a time, CSV upload, list, update, delete, statistics, daily counts, fetch, task limits",
  ],
  ["tags/Logs", "query, conversation logs"],
  ["operation/listTokens", "every existing API token"],
  ["operation/listJunkInbox", "junk inbox only, no `success`, no `message`"],
  ["operation/listWebhookRelayTypes", "relay types, supports, `/api/v2/`, assumed"],
  ["operation/getWebhookRelay", "each relay type has one configuration"],
  ["operation/deleteSipRegistration", "deletes the SIP registration, GET and POST operations"],
  [
    "paths/~1api~1v2~1webhookRelay~1{type}/get/parameters/0",
    'must be one of, "List supported webhook relay types" returns',
  ],
  ["paths/~1api~1v2~1webhookRelay~1{type}/get/responses/200", "relay configuration was found"],
  ["components/securitySchemes/apiToken", "`token`, `<API_TOKEN>`, every documented operation requires it"],
  ["components/schemas/SuccessEnvelope/properties/success", "true if the operation succeeded"],
  ["components/schemas/Token/properties/description", "label, free text"],
  ["components/schemas/Token/properties/timestamp", "creation time, Unix, in seconds, string"],
  ["components/schemas/Token/properties/userId", "user who owns the token"],
  ["components/schemas/JunkInboxPage/properties/pageSize", "maximum number of rooms per page"],
  ["components/schemas/JunkInboxPage/properties/pageNumber", "zero-based in the response that was seen"],
  ["components/schemas/JunkInboxPage/properties/totalRooms", "all pages together"],
  ["components/schemas/JunkInboxPage/properties/rooms", "at most `pageSize`"],
  ["components/schemas/Room/properties/name", "display name, counterpart"],
  ["components/schemas/Room/properties/image", "public URL, image"],
  ["components/schemas/Room/properties/servicePhoneNumber", "service line, E.164"],
  ["components/schemas/Room/properties/unregistered", "whether the counterpart is unregistered"],
  ["components/schemas/Room/properties/unregisteredDisplayName", "display, unregistered counterpart, E.164"],
  ["components/schemas/Room/properties/destinationInboxType", "inbox designation, room"],
  ["components/schemas/Room/properties/lastMessage", "text, latest message"],
  ["components/schemas/Room/properties/lastMessageTimestamp", "latest message, Unix, in seconds"],
  ["components/schemas/Room/properties/chatAgentCampaignId", "chat agent campaign"],
  ["components/schemas/WebhookRelayConfig/properties/url", "target URL, relay"],
  ["components/schemas/WebhookRelayConfig/properties/timeout", "duration"],
  ["components/schemas/WebhookRelayConfig/properties/headers", "each, maps a header name to its value"],
  ["components/schemas/WebhookRelayConfig/properties/successStatusCodes", "HTTP status codes"],
])("the description of %s contains the terms of its facts", (place, terms) => {
  const text = descriptionAt(place);
  expect(terms.split(", ").filter((term) => !new RegExp(`(?<!\\w)${term}`, "i").test(text))).toEqual([]);
});

test("the versions of contract, workflows and package agree", async () => {
  const { default: manifest } = await import("../../package.json", { with: { type: "json" } });
  const workflows = parseYaml(readText(new URL("../../openapi/contract.arazzo.yaml", import.meta.url).pathname));
  expect([contract, workflows]).toMatchObject(Array(2).fill({ info: { version: manifest.version } }));
});

function descriptionAt(place: string): string {
  const [kind, ...keys] = place.split("/").map((key) => key.replaceAll("~1", "/"));
  const target =
    kind === "tags"
      ? contract.tags.find(({ name }) => name === keys[0])
      : kind === "operation"
        ? pathOperations(contract).find(({ operation }) => operation.operationId === keys[0])?.operation
        : objectAt(contract, kind ?? "", ...keys);
  return String(target?.description).replaceAll(/\s+/g, " ");
}
