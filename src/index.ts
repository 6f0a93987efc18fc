export type * from "#generated/models.ts";
export type { OperationId } from "#generated/operations.ts";
export type { paths } from "#generated/schema.ts";
export { createPhoneAgentClient, type PhoneAgentClient } from "./client/client.ts";
export type { TokenOption } from "./client/credentials.ts";
export { type Finding, PhoneAgentError } from "./client/errors.ts";
export { parseRoomId, relayHeaders, unixDate } from "./client/helpers.ts";
export { type HttpError, isHttpError } from "./client/http-error.ts";
export type {
  CallEvent,
  CallOptions,
  HookEvents,
  JunkInboxInputNames,
  PhoneAgentClientOptions,
  Query,
  RequestInput,
  RetryOptions,
  Validate,
} from "./client/options.ts";
export type { JunkInboxInputs } from "./openapi/junk-inbox.ts";
