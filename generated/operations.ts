// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

import type { OperationSpec } from "../src/client/spec.ts";
import type { JunkInboxPage, ListJunkInboxInputs, TokenList, WebhookRelay } from "./models.ts";

export const operations: Readonly<Record<OperationId, OperationSpec>> = {
  listTokens: { method: "GET", path: "/api/v2/tokens", repeatable: true, success: { json: "envelope" } },
  listJunkInbox: { method: "GET", path: "/api/v2/junkConversations", repeatable: true, inputs: ["paginate", "pageNumber", "pageSize", "unreadOnly"], types: { paginate: "boolean", pageNumber: "integer", pageSize: "integer", unreadOnly: "boolean" }, names: { paginate: "", pageNumber: "", pageSize: "", unreadOnly: "" }, success: { json: "object" }, pages: { items: "rooms", page: "pageNumber", total: "totalRooms", input: "pageNumber", pageSize: "pageSize" } },
  listWebhookRelayTypes: { method: "GET", path: "/api/v2/webhookRelay/types", repeatable: true, success: { json: "any" } },
  getWebhookRelay: { method: "GET", path: "/api/v2/webhookRelay/{type}", others: { "/api/v2/webhookRelay/types": "listWebhookRelayTypes" }, repeatable: true, success: { json: "envelope" } },
  deleteSipRegistration: { method: "DELETE", path: "/api/v2/sip/registration", repeatable: false },
};

/** Whether the contract leaves open if listed fields can be absent or null. */
export const isPresenceUnknown: boolean = true;

/** The id of a documented operation. */
export type OperationId = keyof Operations<never>;

/** The documented operations by name. `Options` is what every call takes last. */
export interface Operations<Options> {
  /**
   * List tokens. Lists every existing API token with its label, type, owner and creation time. Use it to find out
   * which tokens exist and who owns them. Each record contains the token itself, so treat the whole response as a
   * secret.
   * @throws PhoneAgentError
   * @see The contract, Authorization: List tokens
   */
  listTokens(options?: Options): Promise<TokenList>;

  /**
   * List junk inbox rooms. Lists the rooms of the junk inbox, one page at a time. To find out whether more pages
   * follow, compare `totalRooms` with the number of rooms you have read. Unlike the token list and the relay
   * configuration, this response has neither a `success` nor a `message` field.
   * @throws PhoneAgentError
   * @see The contract, Messaging: List junk inbox rooms
   */
  listJunkInbox(inputs?: ListJunkInboxInputs, options?: Options): Promise<JunkInboxPage>;

  /**
   * List supported webhook relay types. Lists the relay types that the service supports. Pass one of them to "Get a
   * webhook relay configuration". Its path is described as `/webhookRelay/types`; the prefix `/api/v2/`, which
   * carries the version, is assumed. Unknown: Details beyond the area, name, purpose, method and path. Unknown:
   * Prefix of the path, described only as `/webhookRelay/types`. Unknown: Token requirement. Unknown: Request
   * parameters. Unknown: Request payload.
   * @throws PhoneAgentError
   * @see The contract, Webhooks: List supported webhook relay types
   */
  listWebhookRelayTypes(options?: Options): Promise<unknown>;

  /**
   * Get a webhook relay configuration. Returns the configuration of one relay type: its target URL, timeout,
   * headers and success status codes. Each relay type has one configuration.
   * @param type The relay type, one of those that "List supported webhook relay types" returns. Unknown: Names of
   * the supported relay types.
   * @throws PhoneAgentError
   * @see The contract, Webhooks: Get a webhook relay configuration
   */
  getWebhookRelay(type: string, options?: Options): Promise<WebhookRelay>;

  /**
   * Delete SIP registration. Deletes the SIP registration. Call it only if you can afford to lose the registration.
   * A request that fails or times out may still have taken effect: check before you repeat it. "SIP registration
   * (GET)" and "SIP registration (POST)" are known by name only. Unknown: Registration that a request deletes.
   * Unknown: Request parameters other than the token. Unknown: Request payload.
   * @throws PhoneAgentError
   * @see The contract, SIP: Delete SIP registration
   */
  deleteSipRegistration(options?: Options): Promise<void>;
}

/** The items of the operations whose pages the contract describes. */
export interface PaginatedItems {
  listJunkInbox: NonNullable<(JunkInboxPage)["rooms"]>[number];
}

/** The documented bodies of responses that are no success, by operation and status. */
export interface ErrorBodies {}
