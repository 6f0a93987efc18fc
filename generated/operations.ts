// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

import type { JunkInboxPage, TokenList, WebhookRelay, operations as schema } from "./schema.ts";

export interface OperationRow {
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The path below the base URL, a `{name}` where a value belongs. */
  readonly path: string;
  /** Whether the operation may be sent again after a failure. The contract's judgement, not derived from the method. */
  readonly repeatable: boolean;
  /** The path values that are numbers. The others are strings. */
  readonly numbers?: readonly string[];
  /** Whether the operation takes a body, its argument after the path values. */
  readonly body?: true;
  /** Whether the operation takes query inputs other than the token, its last argument before the options. */
  readonly query?: true;
  /** The expected JSON body of a success: any value, an object, or an envelope with `success: true`. Absent where none is documented. */
  readonly expects?: "any" | "object" | "envelope";
}

export const operations = {
  listTokens: { method: "GET", path: "/api/v2/tokens", repeatable: true, expects: "envelope" },
  listJunkInbox: { method: "GET", path: "/api/v2/junkConversations", repeatable: true, query: true, expects: "object" },
  listWebhookRelayTypes: { method: "GET", path: "/api/v2/webhookRelay/types", repeatable: true, expects: "any" },
  getWebhookRelay: { method: "GET", path: "/api/v2/webhookRelay/{type}", repeatable: true, expects: "envelope" },
  deleteSipRegistration: { method: "DELETE", path: "/api/v2/sip/registration", repeatable: false },
} as const satisfies Record<string, OperationRow>;

export type OperationId = keyof typeof operations;

/** The documented operations by name. `Options` is what every call takes last. */
export interface Operations<Options> {
  /**
   * List tokens. Returns every API token that exists, with its label, its type, its owner and the time of its
   * creation. Use it to see which tokens exist and whose they are. Each record holds the token itself: treat the
   * whole answer as a secret.
   * @see The contract, Authorization: List tokens
   */
  listTokens(options?: Options): Promise<TokenList>;

  /**
   * List junk inbox rooms. Returns one page of the rooms in the junk inbox, and of no other inbox. Compare
   * `totalRooms` with what you have read to know whether more pages follow. This answer has no `success` and no
   * `message`.
   * @see The contract, Messaging: List junk inbox rooms
   */
  listJunkInbox(query?: NonNullable<schema["listJunkInbox"]["parameters"]["query"]>, options?: Options): Promise<JunkInboxPage>;

  /**
   * List supported webhook relay types. Returns the relay types that the service supports. "Get a webhook relay
   * configuration" takes one of them. Check what comes back before you rely on it. Of this operation nothing but
   * its area, name and purpose, its method and its path is shown. The path is shown as `/webhookRelay/types`. That
   * the prefix `/api/v2/` belongs before it, as before every other path, is not shown. Whether this operation needs
   * the token is not shown. The parameters of this operation are not shown. Whether this operation takes a payload,
   * and which, is not shown.
   * @see The contract, Webhooks: List supported webhook relay types
   */
  listWebhookRelayTypes(options?: Options): Promise<schema["listWebhookRelayTypes"]["responses"]["2XX"]["content"]["application/json"]>;

  /**
   * Get a webhook relay configuration. Returns the relay configuration of one relay type: its target URL, a
   * timeout, headers and status codes. There is one configuration per relay type.
   * @param type The relay type. It must be one of those that "List supported webhook relay types" returns. Which
   * relay types exist is not shown.
   * @see The contract, Webhooks: Get a webhook relay configuration
   */
  getWebhookRelay(type: schema["getWebhookRelay"]["parameters"]["path"]["type"], options?: Options): Promise<WebhookRelay>;

  /**
   * Delete SIP registration. Removes the SIP registration; operations to get and to post one exist and are known by
   * name alone. Try it first where nothing can be lost. Do not send it again after a failure without looking: it
   * may have taken effect. How the service knows which registration is meant is not shown. The parameters of this
   * operation, other than the token, are not shown. Whether this operation takes a payload, and which, is not
   * shown.
   * @see The contract, SIP: Delete SIP registration
   */
  deleteSipRegistration(options?: Options): Promise<void>;
}
