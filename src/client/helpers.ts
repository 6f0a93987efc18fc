import type { WebhookRelayConfig } from "#generated/models.ts";
import { configError, rethrowAs } from "./errors.ts";

/**
 * Returns the time of a token's `timestamp` or a room's `lastMessageTimestamp`: Unix seconds, as a
 * number or a string.
 * @throws PhoneAgentError of kind `configuration` if they aren't an integer, or exceed what `Date`
 * can contain.
 */
export const unixDate = (seconds: number | string): Date =>
  rethrowAs("unixDate", () => {
    const date = new Date(/^-?\d+$/.test(String(seconds)) ? Number(seconds) * 1000 : Number.NaN);
    if (Number.isNaN(date.getTime()))
      throw configError("The seconds must be an integer, as a number or a string.");
    return date;
  });

/**
 * Returns the two integers of a room's `roomId`. Their meaning is unknown.
 * @throws PhoneAgentError of kind `configuration` if it isn't two safe integers, joined by a colon.
 */
export const parseRoomId = (roomId: string): [number, number] =>
  rethrowAs("parseRoomId", () => {
    const parts = /^(-?\d+):(-?\d+)$/.exec(roomId)?.slice(1).map(Number);
    if (!parts?.every(Number.isSafeInteger))
      throw configError("The room id must be two integers, joined by a colon.");
    return parts as [number, number];
  });

/**
 * Converts a relay's `headers` to `Headers`. A repeated name has all its values, joined by commas.
 * @throws PhoneAgentError of kind `configuration` if a name or a value is invalid.
 */
export const relayHeaders = (list: WebhookRelayConfig["headers"]): Headers =>
  rethrowAs("relayHeaders", () => new Headers(list.flatMap((pairs) => Object.entries(pairs))));
