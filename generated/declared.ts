// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

export interface DeclaredOperation {
  /** The names of its query parameters. Absent if it takes any. */
  readonly query?: readonly string[];
  /** The names of the inputs that it can't do without, path values aside. */
  readonly required: readonly string[];
  /** The ids of the unknowns that any request to it touches. */
  readonly unknowns: readonly string[];
  /** The ids of the unknowns that a request with query parameters touches. */
  readonly queryUnknowns: readonly string[];
  /** By status code, `2XX` or `default`. */
  readonly responses: Readonly<Record<string, DeclaredBody>>;
}

export interface DeclaredBody {
  /** Empty if no body is declared. */
  readonly mediaTypes: readonly string[];
  /** Whether the contract says anything about the body. */
  readonly specified: boolean;
  /** The names of the fields that it can have, at any depth. */
  readonly fields: readonly string[];
  /** The ids of the unknowns that such a response touches. */
  readonly unknowns: readonly string[];
}

export const declared: Readonly<Record<string, DeclaredOperation>> = {
  listTokens: {"query":[],"required":[],"unknowns":[],"queryUnknowns":[],"responses":{"2XX":{"mediaTypes":["application/json"],"specified":true,"fields":["success","message","tokens","token","description","type","timestamp","userId"],"unknowns":["list-tokens-success-status","success-on-failure","token-type-values"]},"default":{"mediaTypes":["application/json"],"specified":false,"fields":[],"unknowns":["error-shape","error-codes","failure-status-codes"]}}},
  listJunkInbox: {"required":[],"unknowns":[],"queryUnknowns":["paginate-input-name","paginate-input-default","page-number-input-name","page-number-input-default","page-number-input-origin","page-size-input-name","page-size-input-default","page-size-bounds","unread-only-input-name","unread-only-input-default"],"responses":{"2XX":{"mediaTypes":["application/json"],"specified":true,"fields":["pageSize","pageNumber","totalRooms","rooms","roomId","name","id","image","servicePhoneNumber","unregistered","unregisteredDisplayName","destinationInboxType","lastMessage","lastMessageTimestamp","chatAgentCampaignId"],"unknowns":["list-junk-inbox-success-status","junk-inbox-order","room-id-integers-meaning","room-number-meaning","destination-inbox-type-values","destination-inbox-type-meaning"]},"default":{"mediaTypes":["application/json"],"specified":false,"fields":[],"unknowns":["error-shape","error-codes","failure-status-codes"]}}},
  listWebhookRelayTypes: {"query":[],"required":[],"unknowns":["list-webhook-relay-types-details","list-webhook-relay-types-prefix","list-webhook-relay-types-token","list-webhook-relay-types-parameters","list-webhook-relay-types-payload"],"queryUnknowns":[],"responses":{"2XX":{"mediaTypes":["application/json"],"specified":false,"fields":[],"unknowns":["list-webhook-relay-types-success-status","list-webhook-relay-types-answer"]},"default":{"mediaTypes":["application/json"],"specified":false,"fields":[],"unknowns":["error-shape","error-codes","failure-status-codes"]}}},
  getWebhookRelay: {"query":[],"required":[],"unknowns":["webhook-relay-type-values"],"queryUnknowns":[],"responses":{"200":{"mediaTypes":["application/json"],"specified":true,"fields":["success","message","config","url","timeout","headers","successStatusCodes"],"unknowns":["success-on-failure","relay-timeout-unit","relay-success-status-codes-meaning"]},"default":{"mediaTypes":["application/json"],"specified":false,"fields":[],"unknowns":["error-shape","error-codes","failure-status-codes"]}}},
  deleteSipRegistration: {"query":[],"required":[],"unknowns":["delete-sip-registration-target","delete-sip-registration-parameters","delete-sip-registration-payload"],"queryUnknowns":[],"responses":{"200":{"mediaTypes":[],"specified":false,"fields":[],"unknowns":["delete-sip-registration-answer"]},"default":{"mediaTypes":["application/json"],"specified":false,"fields":[],"unknowns":["error-shape","error-codes","failure-status-codes"]}}},
};
