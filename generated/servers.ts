// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

import { type ServedOperation, toExamples } from "../src/openapi/operation.ts";
import type { Alternatives, Credential } from "../src/openapi/security.ts";
import { fixtures } from "./fixtures.ts";
import type { OperationId } from "./operations.ts";

/** The credentials that requests can have. They are dropped when a request is parsed. */
export const credentials: readonly Credential[] = [{"in":"query","name":"token"}];

/** The credentials that operations take by default. */
export const security: Alternatives<Credential> = [[{"in":"query","name":"token"}]];

/** The paths of the contract's servers. A request below one is matched as without it. */
export const basePaths: readonly (readonly string[])[] = [];

/** Each operation as a server needs it, made when it is called. */
export const servers: Readonly<Record<OperationId, () => ServedOperation>> = {
  listTokens: () => ({ method: "GET", path: "/api/v2/tokens", parameters: [], responses: [{ code: "2XX", unknowns: ["list-tokens-success-status"], headers: [], contents: [{ mediaType: "application/json", specified: true, examples: toExamples(Object.entries(fixtures.listTokens), "contract") }] }, { code: "default", unknowns: ["error-shape", "error-codes", "failure-status-codes"], headers: [], contents: [{ mediaType: "application/json", specified: false, examples: toExamples(Object.entries({}), "contract") }] }], security: [[{ in: "query", name: "token" }]] }),
  listJunkInbox: () => ({ method: "GET", path: "/api/v2/junkConversations", parameters: [], freeForm: { name: "inputs", types: ["boolean", "integer"] }, responses: [{ code: "2XX", unknowns: ["list-junk-inbox-success-status"], headers: [], contents: [{ mediaType: "application/json", specified: true, examples: toExamples(Object.entries(fixtures.listJunkInbox), "contract") }] }, { code: "default", unknowns: ["error-shape", "error-codes", "failure-status-codes"], headers: [], contents: [{ mediaType: "application/json", specified: false, examples: toExamples(Object.entries({}), "contract") }] }], security: [[{ in: "query", name: "token" }]], pagination: { items: "rooms", page: "pageNumber", size: "pageSize", total: "totalRooms" } }),
  listWebhookRelayTypes: () => ({ method: "GET", path: "/api/v2/webhookRelay/types", parameters: [], responses: [{ code: "2XX", unknowns: ["list-webhook-relay-types-success-status", "list-webhook-relay-types-answer"], headers: [], contents: [{ mediaType: "application/json", specified: false, examples: toExamples(Object.entries({}), "contract") }] }, { code: "default", unknowns: ["error-shape", "error-codes", "failure-status-codes"], headers: [], contents: [{ mediaType: "application/json", specified: false, examples: toExamples(Object.entries({}), "contract") }] }], security: [[{ in: "query", name: "token" }]] }),
  getWebhookRelay: () => ({ method: "GET", path: "/api/v2/webhookRelay/{type}", parameters: [{ name: "type", in: "path" }], responses: [{ code: "200", headers: [], contents: [{ mediaType: "application/json", specified: true, examples: toExamples(Object.entries(fixtures.getWebhookRelay), "contract") }] }, { code: "default", unknowns: ["error-shape", "error-codes", "failure-status-codes"], headers: [], contents: [{ mediaType: "application/json", specified: false, examples: toExamples(Object.entries({}), "contract") }] }], security: [[{ in: "query", name: "token" }]] }),
  deleteSipRegistration: () => ({ method: "DELETE", path: "/api/v2/sip/registration", parameters: [], responses: [{ code: "200", unknowns: ["delete-sip-registration-answer"], headers: [], contents: [] }, { code: "default", unknowns: ["error-shape", "error-codes", "failure-status-codes"], headers: [], contents: [{ mediaType: "application/json", specified: false, examples: toExamples(Object.entries({}), "contract") }] }], security: [[{ in: "query", name: "token" }]] }),
};
