import { expect, test } from "vitest";
import { type LedgerOperation, ledgerOperations } from "../../generated/ledger.ts";
import { documentedOperations, readContract, unknowns } from "../../scripts/contract.ts";
import { at, contractWith, token } from "../scripts/contract-copy.ts";
import { facts } from "./facts.ts";

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
  2XX application/json.tokens![].type!|: const="admin"
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
    "success-on-failure",
    "rate-limits",
    "size-limits",
    "service-timeouts",
    "version-negotiation",
    "deprecation-policy",
    "other-operation-paths",
    "other-operation-parameters",
    "other-operation-payloads",
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
  ],
  "/paths/~1api~1v2~1webhookRelay~1types/get/responses/2XX": [
    "list-webhook-relay-types-success-status",
    "list-webhook-relay-types-answer",
  ],
  "/paths/~1api~1v2~1webhookRelay~1{type}/get/parameters/0": ["webhook-relay-type-values"],
  "/paths/~1api~1v2~1sip~1registration/delete": [
    "delete-sip-registration-parameters",
    "delete-sip-registration-payload",
  ],
  "/paths/~1api~1v2~1sip~1registration/delete/responses/200": ["delete-sip-registration-answer"],
  "/components/schemas/Token/properties/type": ["token-type-values"],
  "/components/schemas/JunkInboxPage/properties/rooms": ["junk-inbox-order"],
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

test("a fact added to a copy shows as a difference, and so does one taken away", () => {
  const added = contractWith((copy) => Object.assign(at(copy, ...token, "userId"), { minimum: 1 }));
  const lost = contractWith((copy) => delete at(copy, ...token)["userId"]);
  expect(facts(added)).not.toEqual(facts(contract));
  expect(facts(lost)).not.toEqual(facts(contract));
});

test("marks what is not shown, each at the node that it concerns", () => {
  const marked: Record<string, string[]> = {};
  for (const { id, pointer } of unknowns(contract)) marked[pointer] = [...(marked[pointer] ?? []), id];
  expect(marked).toEqual(notShown);
});

test("lists 97 operations: 4 in full, 1 by its path, 92 by name alone", () => {
  const count = (known: LedgerOperation["known"]) =>
    ledgerOperations.filter((operation) => operation.known === known).length;
  expect(contract["x-operation-index"]).toHaveLength(97);
  expect([count("documented"), count("path"), count("name")]).toEqual([4, 1, 92]);
  expect(ledgerOperations.find(({ known }) => known === "path")?.operationId).toBe("listWebhookRelayTypes");
});

test("groups the operations under the areas of the description, in its order", () => {
  const perArea: Record<string, number> = {};
  for (const { area } of contract["x-operation-index"]) perArea[area] = (perArea[area] ?? 0) + 1;
  const areas = {
    Authorization: 4,
    Agents: 14,
    "Phone Numbers": 9,
    SIP: 10,
    Messaging: 6,
    Webhooks: 8,
    Knowledge: 3,
    "Agent URLs": 3,
    Accounts: 17,
    Billing: 11,
    Other: 1,
    Tasks: 10,
    Logs: 1,
  };
  expect(Object.entries(perArea)).toEqual(Object.entries(areas));
  expect(contract.tags.map(({ name }) => name)).toEqual(Object.keys(areas));
});

test("keeps the GET that deletes as it is named, and the two operations without a method", () => {
  const rows = contract["x-operation-index"].map(({ method, name }) => `${method} ${name}`);
  expect(rows).toContain("GET Delete multiple documents");
  expect(rows.filter((row) => row.startsWith("unspecified"))).toEqual([
    "unspecified Get llm feedback for agent configuration or specific fields",
    "unspecified Query conversation logs",
  ]);
  expect(rows.filter((row) => row.endsWith(" SIP registration"))).toEqual([
    "GET SIP registration",
    "POST SIP registration",
    "DELETE SIP registration",
  ]);
});

test("sends the token as the query parameter `token` with every operation", () => {
  expect(contract).toMatchObject({
    security: [{ apiToken: [] }],
    components: { securitySchemes: { apiToken: { type: "apiKey", in: "query", name: "token" } } },
  });
  expect(documentedOperations(contract).filter(({ operation }) => "security" in operation)).toEqual([]);
  expect(JSON.stringify(contract.components)).toContain("`<API_TOKEN>`");
});

test("has the API's version before every path", () => {
  expect(Object.keys(contract.paths).filter((path) => !path.startsWith("/api/v2/"))).toEqual([]);
});

test.each([
  ["answers are JSON", contract.info.description, /answers are JSON/],
  ["a one-time token can be generated", tag("Authorization"), /one-time auth token can be generated/],
  [
    "an agent has stored versions",
    tag("Agents"),
    /versions.*listed, named, replaced, restored and renamed.*publish and\s+revert/s,
  ],
  ["a relay type has one configuration", tag("Webhooks"), /one relay configuration for each relay type/],
  ["the junk inbox has no envelope", operation("listJunkInbox"), /no `success` and no `message`/],
  ["the junk inbox holds its own rooms only", operation("listJunkInbox"), /of no other inbox/],
  ["the relay type is one that is listed", JSON.stringify(contract.paths), /It must be one of those that/],
  ["totalRooms counts all pages", JSON.stringify(contract.components), /on all pages together/],
  ["rooms are at most pageSize", JSON.stringify(contract.components), /at most `pageSize`/],
  [
    "the page number counts from zero as seen",
    JSON.stringify(contract.components),
    /counted from zero in the answer that was seen/,
  ],
])("says that %s", (_fact, text, words) => {
  expect(text).toMatch(words);
});

test("the versions of contract, workflows and package agree", async () => {
  const { default: manifest } = await import("../../package.json", { with: { type: "json" } });
  const workflows = readContract(new URL("../../openapi/contract.arazzo.yaml", import.meta.url).pathname);
  expect([contract.info.version, workflows.info.version]).toEqual([manifest.version, manifest.version]);
});

function tag(name: string): string {
  return contract.tags.find((candidate) => candidate.name === name)?.description ?? "";
}

function operation(id: string): string {
  return (
    documentedOperations(contract).find((found) => found.operation.operationId === id)?.operation.description ?? ""
  );
}
