// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

import type { components } from "./schema.ts";

/**
 * Fields that the token list and the relay configuration have in common.
 */
export type SuccessEnvelope = components["schemas"]["SuccessEnvelope"];

/**
 * All API tokens.
 */
export type TokenList = components["schemas"]["TokenList"];

/**
 * An API token and its metadata.
 */
export type Token = components["schemas"]["Token"];

/**
 * One page of the junk inbox.
 */
export type JunkInboxPage = components["schemas"]["JunkInboxPage"];

/**
 * A room in the junk inbox.
 */
export type Room = components["schemas"]["Room"];

/**
 * The response for one relay type.
 */
export type WebhookRelay = components["schemas"]["WebhookRelay"];

/**
 * Configuration of a webhook relay.
 */
export type WebhookRelayConfig = components["schemas"]["WebhookRelayConfig"];

/** What the contract's webhooks send, by name. */
export interface WebhookPayloads {}
