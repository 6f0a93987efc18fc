import { expect, test } from "vitest";
import { parseYaml, readContract } from "../../scripts/contract/document.ts";
import { readText } from "../../src/platform/files.ts";
import { describedFactsOf, describedUnknowns } from "./facts.ts";

const contract = readContract();

/**
 * The facts of the description's tables, copied by hand. `!`: required; `[]`: an element; `{*}`:
 * any further property.
 */
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
  query inputs style="form" explode=true: object
  query inputs style="form" explode=true{*}|"Pagination": x-pagination="paginate" boolean
  query inputs style="form" explode=true{*}|"Page number": x-pagination="page" integer
  query inputs style="form" explode=true{*}|"Page size": x-pagination="size" integer
  query inputs style="form" explode=true{*}|"Unread rooms only": x-pagination="unreadOnly" boolean
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

/**
 * The ids of all unknowns that the description has, by their place in the contract. The first is
 * the API as a whole.
 */
const unknownIds = `
: agent-behavior resource-states other-resource-fields field-presence rate-limits size-limits service-timeouts
  version-negotiation deprecation-policy other-operation-paths other-operation-parameters other-operation-payloads
  other-operation-token other-operation-answers
/servers/0/variables/base_url: base-url
/tags/0: token-in-header token-permissions token-lifetime one-time-token-lifetime
/tags/5: event-kinds delivery-payload delivery-signing
/tags/10: other-area-purpose
/paths/~1api~1v2~1tokens/get/responses/2XX: list-tokens-success-status
/paths/~1api~1v2~1junkConversations/get/parameters/0/schema/additionalProperties/anyOf/0: paginate-input-name
  paginate-input-default
/paths/~1api~1v2~1junkConversations/get/parameters/0/schema/additionalProperties/anyOf/1: page-number-input-name
  page-number-input-default page-number-input-origin
/paths/~1api~1v2~1junkConversations/get/parameters/0/schema/additionalProperties/anyOf/2: page-size-input-name
  page-size-input-default page-size-bounds
/paths/~1api~1v2~1junkConversations/get/parameters/0/schema/additionalProperties/anyOf/3: unread-only-input-name
  unread-only-input-default
/paths/~1api~1v2~1junkConversations/get/responses/2XX: list-junk-inbox-success-status
/paths/~1api~1v2~1webhookRelay~1types/get: list-webhook-relay-types-details list-webhook-relay-types-prefix
  list-webhook-relay-types-token list-webhook-relay-types-parameters list-webhook-relay-types-payload
/paths/~1api~1v2~1webhookRelay~1types/get/responses/2XX: list-webhook-relay-types-success-status
  list-webhook-relay-types-answer
/paths/~1api~1v2~1webhookRelay~1{type}/get/parameters/0: webhook-relay-type-values
/paths/~1api~1v2~1sip~1registration/delete: delete-sip-registration-target delete-sip-registration-parameters
  delete-sip-registration-payload
/paths/~1api~1v2~1sip~1registration/delete/responses/200: delete-sip-registration-answer
/components/responses/Failure: error-shape error-codes failure-status-codes
/components/schemas/SuccessEnvelope/properties/success: success-on-failure
/components/schemas/Token/properties/type: token-type-values
/components/schemas/JunkInboxPage/properties/rooms: junk-inbox-order
/components/schemas/Room/properties/roomId: room-id-integers-meaning
/components/schemas/Room/properties/id: room-number-meaning
/components/schemas/Room/properties/destinationInboxType: destination-inbox-type-values destination-inbox-type-meaning
/components/schemas/WebhookRelayConfig/properties/timeout: relay-timeout-unit
/components/schemas/WebhookRelayConfig/properties/successStatusCodes: relay-success-status-codes-meaning
/x-operation-index/Agents/2: llm-feedback-method
/x-operation-index/Logs/0: query-conversation-logs-method
`;

/** The 97 operations of the description by area, method and name. */
const namedOperations = `
Authorization: GET List tokens; POST Create a token; DELETE Delete a token; GET Generate one-time auth token
Agents: POST Publish an Agent; POST Revert an Agent; unspecified Get llm feedback for agent configuration or specific
  fields; GET List Agent Versions; POST Create Named Version; POST Replace Stored Version; POST Restore Version to
  Agent; PUT Rename Stored Version; POST Queue outbound call(s) from your Agent; POST Update Agent; GET Fetch Staging
  Agent; GET Fetch Live Agent; GET Get Agent; POST Queue outbound SMS text message(s) from your Agent
Phone Numbers: POST Assign phone number to your account; POST Assign a BYO phone number; POST Return / Unassign Phone
  Number; POST Search for local numbers by locality; POST Search for local numbers by prefix; POST Search for local
  numbers by phrase; GET List supported numbering providers; PUT Update an existing numbering provider; POST Add a
  numbering provider to an organization
SIP: GET Fetch sip captures by sip call id; GET List SIP IP Whitelist; POST Add IP to SIP IP Whitelist; DELETE Remove
  IP from SIP IP Whitelist; GET List SIP Outbound Routes; POST Add SIP Outbound Route; DELETE Remove SIP Outbound
  Route; GET SIP registration; POST SIP registration; DELETE SIP registration
Messaging: GET List Priority Inbox; GET List Junk Inbox; GET Fetch Recent Messages; GET Fetch Room Messages; POST Send
  message to an agent from your own platform; GET Fetch Conversation
Webhooks: GET List Webhooks; POST Add Webhook; DELETE Remove Webhook; GET List supported Webhook Relay types; GET Get
  a webhook relay configuration; POST Create or update a webhook relay; DELETE Delete a webhook relay configuration;
  GET List all webhook relay configurations
Knowledge: GET Fetch Context; POST Add Context; GET Delete multiple documents
Agent URLs: GET Check agent url availability; GET Fetch existing agent url; POST Create agent url
Accounts: POST Create a new reseller; GET List resellers; POST Create a new organization; DELETE Delete an
  organization; GET List organizations; GET Get account details; POST Update account details; GET List agent accounts;
  POST Create a new account; DELETE Delete an account; GET List admin users; DELETE Delete admin user; POST Invite
  admin user; GET Search accounts; GET Fetch Account by externalAccountId; POST Update Organization Settings; POST
  Update Account Settings
Billing: GET View Usage; GET View Offered Product Plan; GET View Current Product Plan; GET View Available Product
  Plans; POST Provision Billing System Configuration; POST Subscribe to product plan; DELETE Cancel product
  subscription; GET View Available Add Ons; GET View Product Catalog; GET Fetch a product plan details; POST Configure
  ADR Export Settings
Other: POST agent zapier response
Tasks: GET Fetch all tasks; POST Create a new task; POST Create multiple tasks via CSV upload; GET Task statistics;
  GET Daily counts; GET Fetch task limits; POST Update task limits; GET Fetch a specific task; POST Update a task;
  DELETE Delete a task
Logs: unspecified Query conversation logs
`;

test("the contract contains exactly the facts of each operation that the description shows", () => {
  expect(describedFactsOf(contract)).toEqual(statedFacts.trim().split("\n"));
});

test("the contract marks every unknown at the node that it concerns", () => {
  const expected = unknownIds
    .replaceAll("\n  ", " ")
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [pointer, ids = ""] = line.split(": ");
      return ids.split(" ").map((id) => `${pointer}: ${id}`);
    });
  const marked = describedUnknowns(contract).map(({ id, pointer }) => `${pointer}: ${id}`);
  expect(new Set(marked)).toEqual(new Set(expected));
});

test("the index names the operations of the description literally, in its areas and order", () => {
  const areas = namedOperations.replaceAll("\n  ", " ").trim().split("\n");
  const described = areas.flatMap((line) => {
    const [area = "", names = ""] = line.split(": ");
    return names.split("; ").map((name) => `${area}: ${name}`);
  });
  const lines = Object.entries(contract["x-operation-index"]).flatMap(([area, rows]) =>
    rows.map(({ method, name }) => {
      const unspecified = `${area}: unspecified ${name}`;
      return described.includes(unspecified) ? unspecified : `${area}: ${method} ${name}`;
    }),
  );
  expect(lines.filter((line) => described.includes(line))).toEqual(described);
  expect(described).toHaveLength(97);
  expect(contract.tags.map(({ name }) => name)).toEqual(Object.keys(contract["x-operation-index"]));
});

test("every operation takes the token as the query parameter `token`", () => {
  expect(contract).toMatchObject({
    security: expect.arrayContaining([{ apiToken: [] }]),
    components: { securitySchemes: { apiToken: { type: "apiKey", in: "query", name: "token" } } },
  });
});

test("the versions of contract, workflows and package agree", async () => {
  const { default: manifest } = await import("../../package.json", { with: { type: "json" } });
  const workflows = parseYaml(
    readText(new URL("../../openapi/contract.arazzo.yaml", import.meta.url).pathname),
  );
  expect([contract, workflows]).toMatchObject(
    Array(2).fill({ info: { version: manifest.version } }),
  );
});
