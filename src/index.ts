export type * from "../generated/inputs.ts";
export type * from "../generated/models.ts";
export type { OperationId } from "../generated/operations.ts";
export type { paths } from "../generated/schema.ts";
export { createPhoneAgentClient, type PhoneAgentClient, type RequestInput } from "./client.ts";
export { type Finding, PhoneAgentError } from "./errors.ts";
export { parseRoomId, relayHeaderList, relayHeaders, unixDate } from "./helpers.ts";
export { type HttpError, isHttpError } from "./http-error.ts";
export type { JunkInboxInputs, JunkPagesInputs } from "./junk-inbox.ts";
export type {
  CallEvent,
  CallOptions,
  HookEvents,
  JunkInboxInputNames,
  PhoneAgentClientOptions,
  RetryOptions,
  TokenOption,
  Validate,
} from "./options.ts";
export type { Query } from "./transport/address.ts";
