import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ledgerOperations } from "../../generated/ledger.ts";
import { type Contract, documentedOperations, readContract, unknowns } from "../../scripts/contract.ts";
import { root } from "../../scripts/run.ts";
import { at, contractWith, token, tokens } from "../scripts/contract-copy.ts";
import { facts } from "./facts.ts";
import { namedOperations } from "./operations.ts";

const contract = readContract();

/** Copied by hand from the description's tables: `!` is required, `[]` an element, `{*}` any further property. */
const shown = `
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
  query inputs style=form explode=true{*}|: boolean
  query inputs style=form explode=true{*}|: integer
  query inputs style=form explode=true{*}|: integer
  query inputs style=form explode=true{*}|: boolean
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

/** Every "not shown" of the description, and what it leaves open, by its place in the contract. */
const notShown = {
  "": [
    "agent-behaviour",
    "resource-states",
    "other-resource-fields",
    "field-presence",
    "error-shape",
    "error-codes",
    "failure-status-codes",
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
  "/components/schemas/Envelope/properties/success": ["success-on-failure"],
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
  "/x-operation-index/6": ["llm-feedback-method"],
  "/x-operation-index/96": ["query-conversation-logs-method"],
};

test("claims what the description shows, and nothing else", () => {
  expect(facts(contract)).toEqual(shown.trim().split("\n"));
});

const listed = [...tokens, "responses", "2XX"] as const;

test.each<[string, (contract: Contract) => unknown]>([
  ["a bound", (copy) => Object.assign(at(copy, ...token, "userId"), { minimum: 1 })],
  ["a lost field", (copy) => delete at(copy, ...token)["userId"]],
  ["a field that may be absent", (copy) => Object.assign(at(copy, "components", "schemas", "Token"), { required: [] })],
  [
    "a closed record",
    (copy) => Object.assign(at(copy, "components", "schemas", "Token"), { additionalProperties: false }),
  ],
  ["a payload", (copy) => Object.assign(at(copy, ...tokens), { requestBody: { content: {} } })],
  [
    "a parameter",
    (copy) => Object.assign(at(copy, ...tokens), { parameters: [{ in: "query", name: "q", schema: {} }] }),
  ],
  ["a header of an answer", (copy) => Object.assign(at(copy, ...listed), { headers: { "X-Total": {} } })],
  ["a status code", (copy) => Object.assign(at(copy, ...tokens, "responses"), { "401": { description: "No token." } })],
  ["a second media type", (copy) => Object.assign(at(copy, ...listed, "content"), { "text/csv": { schema: {} } })],
])("%s in a copy is seen", (_, edit) => {
  expect(facts(contractWith(edit))).not.toEqual(facts(contract));
});

test("marks what is not shown, each at the node that it concerns", () => {
  const marked: Record<string, string[]> = {};
  for (const { id, pointer } of unknowns(contract)) marked[pointer] = [...(marked[pointer] ?? []), id];
  expect(marked).toEqual(notShown);
});

const knowledge = ["documented", "path", "name"] as const;
const counts = knowledge.map((known) => ledgerOperations.filter((operation) => operation.known === known).length);

test("lists 97 operations: 4 in full, 1 by its path, 92 by name alone", () => {
  expect(contract["x-operation-index"]).toHaveLength(97);
  expect(counts).toEqual([4, 1, 92]);
  expect(ledgerOperations.find(({ known }) => known === "path")?.operationId).toBe("listWebhookRelayTypes");
});

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

test.each(["openapi/openapi.yaml", "README.md"])("%s counts the operations as the index does", (file) => {
  const text = readFileSync(join(root, file), "utf8").replaceAll(/\s+/g, " ");
  const said = [...text.matchAll(/\b(\w+) (?:operations|by (?:its )?(?:path|name))\b|(?<=\bother )(\d+)/g)]
    .map(([, before, after]) => before ?? after ?? "")
    .filter((word) => /^\d+$/.test(word) || words.includes(word));
  const all = [ledgerOperations.length, ...counts].map((number) => words[number] ?? `${number}`);
  expect(said.filter((number) => !all.includes(number))).toEqual([]);
});

test("names every operation of the description to the letter, under its areas and in its order", () => {
  const lines = contract["x-operation-index"].flatMap(({ area, method, name }, index, all) => [
    ...(area === all[index - 1]?.area ? [] : [`# ${area}`]),
    `${method} ${name}`,
  ]);
  expect(lines).toEqual(namedOperations.trim().split("\n"));
  expect(contract.tags.map(({ name }) => `# ${name}`)).toEqual(lines.filter((line) => line.startsWith("#")));
});

test("sends the token as the query parameter `token` with every operation", () => {
  expect(contract).toMatchObject({
    security: [{ apiToken: [] }],
    components: { securitySchemes: { apiToken: { type: "apiKey", in: "query", name: "token" } } },
  });
  expect(documentedOperations(contract).filter(({ operation }) => "security" in operation)).toEqual([]);
});

test("has the API's version before every path", () => {
  expect(Object.keys(contract.paths).filter((path) => !path.startsWith("/api/v2/"))).toEqual([]);
});

/** Facts that only words can say, at the node where they belong. */
test.each<[pointer: string, words: RegExp]>([
  ["info", /platform for AI phone agents.*answers are JSON.*prefix `\/api\/v2\/`/is],
  ["tags/Authorization", /list .*create .*delete .*one-time auth token can be generated/],
  [
    "tags/Agents",
    /publish, revert and update .*staging and live.*stored versions: .*listing, naming, replacing, restoring and renaming.*publish and revert.*outbound calls and SMS text messages from an agent, and get feedback on its configuration/is,
  ],
  [
    "tags/Phone Numbers",
    /assign numbers to an account or return them.*of your own.*by locality, prefix or phrase.*numbering providers/is,
  ],
  ["tags/SIP", /captures.*IP whitelist.*outbound routes.*manage the SIP registration/s],
  [
    "tags/Messaging",
    /priority inbox and the junk inbox, recent messages, the messages of a room and conversations.*platform of your own/s,
  ],
  [
    "tags/Webhooks",
    /List, add and remove webhooks.*supported webhook relay types.*create, fetch, list and delete.*one relay configuration for each relay type/s,
  ],
  ["tags/Knowledge", /Fetch and add context, and delete multiple documents/],
  ["tags/Agent URLs", /available, fetch .*create/],
  ["tags/Accounts", /Resellers, organizations, accounts and admin users, the search for accounts, and settings/],
  ["tags/Billing", /Usage, product plans, add-ons, the product catalog, subscriptions and export settings/],
  [
    "tags/Tasks",
    /Create tasks, one at a time or many by CSV upload; list, update and delete them.*statistics and daily counts.*fetch or update the task limits/s,
  ],
  ["tags/Logs", /Query the logs of conversations/],
  ["operation/listTokens", /every API token that exists/],
  ["operation/listJunkInbox", /rooms in the junk inbox, and of no other inbox.*no `success` and no `message`/s],
  ["operation/listWebhookRelayTypes", /the relay types that the service supports/],
  ["operation/getWebhookRelay", /one configuration per relay type/],
  ["operation/deleteSipRegistration", /Removes the SIP registration; operations to get and to post one exist/],
  [
    "paths/~1api~1v2~1webhookRelay~1{type}/get/parameters/0",
    /must be one of those that "List supported webhook relay types" returns/,
  ],
  ["paths/~1api~1v2~1webhookRelay~1{type}/get/responses/200", /relay configuration was found/],
  ["components/securitySchemes/apiToken", /`token`.*`<API_TOKEN>`.*documented in full requires it/s],
  ["components/schemas/Envelope/properties/success", /true when the operation succeeded/],
  ["components/schemas/Token/properties/description", /label .*free text/],
  ["components/schemas/Token/properties/timestamp", /created, in Unix seconds written as a string/],
  ["components/schemas/Token/properties/userId", /user who owns the token/],
  ["components/schemas/JunkInboxPage/properties/pageNumber", /from zero in the answer that was seen/],
  ["components/schemas/JunkInboxPage/properties/totalRooms", /on all pages together/],
  ["components/schemas/JunkInboxPage/properties/rooms", /at most `pageSize`/],
  ["components/schemas/Room/properties/name", /counterpart, for display/],
  ["components/schemas/Room/properties/image", /public address of an image/],
  ["components/schemas/Room/properties/servicePhoneNumber", /service line .*E\.164/],
  ["components/schemas/Room/properties/unregistered", /Whether the counterpart is unregistered/],
  ["components/schemas/Room/properties/unregisteredDisplayName", /unregistered counterpart.*E\.164/],
  ["components/schemas/Room/properties/lastMessage", /text of the latest message/],
  ["components/schemas/Room/properties/lastMessageTimestamp", /latest message came, in Unix seconds\./],
  ["components/schemas/Room/properties/chatAgentCampaignId", /chat agent campaign/],
  ["components/schemas/WebhookRelayConfig/properties/url", /target URL of the relay/],
  ["components/schemas/WebhookRelayConfig/properties/headers", /maps a header name to a header value/],
  ["components/schemas/WebhookRelayConfig/properties/successStatusCodes", /HTTP status codes/],
])("%s says what is shown", (place, words) => {
  expect(descriptionAt(place)).toMatch(words);
});

test("the versions of contract, workflows and package agree", async () => {
  const { default: manifest } = await import("../../package.json", { with: { type: "json" } });
  const workflows = readContract(new URL("../../openapi/contract.arazzo.yaml", import.meta.url).pathname);
  expect([contract.info.version, workflows.info.version]).toEqual([manifest.version, manifest.version]);
});

function descriptionAt(place: string): string {
  const [kind, ...keys] = place.split("/").map((key) => key.replaceAll("~1", "/"));
  const found =
    kind === "tags"
      ? contract.tags.find(({ name }) => name === keys[0])
      : kind === "operation"
        ? documentedOperations(contract).find(({ operation }) => operation.operationId === keys[0])?.operation
        : at(contract, kind ?? "", ...keys);
  return String(found?.description).replaceAll(/\s+/g, " ");
}
