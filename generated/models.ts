// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

/**
 * Fields that successful responses of several operations have in common.
 */
export interface SuccessEnvelope {
  /**
   * True if the operation succeeded. Unknown: Value of `success` on failure.
   * @constant
   */
  success: true;
  /** Text that accompanies the response. */
  message: string;
}

/**
 * All API tokens.
 */
export type TokenList = SuccessEnvelope & {
  /** One record for each token. */
  tokens: Token[];
};

/**
 * An API token and its metadata.
 */
export interface Token {
  /** The API token itself (placeholder: `<API_TOKEN>`). Treat it as a secret. */
  token: string;
  /** Label of the token, in free text. */
  description: string;
  /** Kind of token. Unknown: Allowed values of `type` other than `admin`. */
  type: "admin" | (string & {});
  /** Creation time as a Unix timestamp in seconds, sent as a string. */
  timestamp: string;
  /** ID of the user who owns the token. */
  userId: number;
}

/**
 * One page of the junk inbox.
 */
export interface JunkInboxPage {
  /** Maximum number of rooms per page. */
  pageSize: number;
  /** Number of this page. It is zero-based in the response that was seen. */
  pageNumber: number;
  /** Number of rooms on all pages together. */
  totalRooms: number;
  /** The rooms on this page, at most `pageSize` of them. Unknown: Order of the rooms. */
  rooms: Room[];
}

/**
 * A room in the junk inbox.
 */
export interface Room {
  /** Composite ID of the room: two integers joined by a colon. Unknown: Meaning of each integer of `roomId`. */
  roomId: `${number}:${number}`;
  /** Display name of the counterpart. */
  name: string;
  /** Numeric ID. Unknown: Meaning of a room's `id`. */
  id: number;
  /**
   * Format: uri
   * Public URL of an image.
   */
  image: string;
  /** Phone number of the room's service line, in E.164 format. */
  servicePhoneNumber: string;
  /** Whether the counterpart is unregistered. */
  unregistered: boolean;
  /** Display label of an unregistered counterpart. It is a phone number in E.164 format. */
  unregisteredDisplayName: string;
  /** Inbox designation of the room. Unknown: Allowed values of `destinationInboxType`. Unknown: Exact meaning of `destinationInboxType`. */
  destinationInboxType: string;
  /** Text of the latest message. */
  lastMessage: string;
  /** Time of the latest message, as a Unix timestamp in seconds. */
  lastMessageTimestamp: number;
  /** ID of the chat agent campaign. */
  chatAgentCampaignId: string;
}

/**
 * The response for one relay type.
 */
export type WebhookRelay = SuccessEnvelope & {
  /** The relay's configuration. */
  config: WebhookRelayConfig;
};

/**
 * Configuration of a webhook relay.
 */
export interface WebhookRelayConfig {
  /**
   * Format: uri
   * Target URL of the relay.
   */
  url: string;
  /** A duration. Unknown: Unit of `timeout`. */
  timeout: number;
  /** Headers, each an object that maps a header name to its value. */
  headers: {
    [key: string]: string;
  }[];
  /** HTTP status codes. Unknown: Exact meaning of `successStatusCodes`. */
  successStatusCodes: number[];
}

/** The inputs of `listJunkInbox`. */
export interface ListJunkInboxInputs {
  /**
   * Up to four query parameters, in this order. Their purpose, type and order are known, and their names aren't:
   * send each under the name that your service uses. `inputs` is a stand-in and never sent.
   */
  inputs?: {
  [key: string]: boolean | number;
};
}

/** The payloads of the contract's webhooks, by name. */
export interface WebhookPayloads {}
