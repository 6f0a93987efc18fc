export type * from "../generated/models.ts";
export type { OperationId } from "../generated/operations.ts";
export type { paths } from "../generated/schema.ts";
export { createPhoneAgentClient, type PhoneAgentClient } from "./client/client.ts";
export { type Finding, type HttpError, isHttpError, PhoneAgentError } from "./client/errors.ts";
export { parseRoomId, relayHeaderList, relayHeaders, unixDate } from "./client/helpers.ts";
export type { JunkInboxInputNames, JunkInboxInputs, JunkPagesInputs } from "./client/junk-inbox.ts";
export type {
  CallEvent,
  CallOptions,
  HookEvents,
  PhoneAgentClientOptions,
  RequestInput,
  RetryOptions,
  TokenOption,
  Validate,
} from "./client/options.ts";
export type { Query } from "./client/request.ts";
