import type { WebhookRelayConfig } from "#generated/models.ts";
import { createMisuse, runNamed } from "./errors.ts";

/**
 * Returns the time of a token's `timestamp` or a room's `lastMessageTimestamp`: Unix seconds, as a
 * number or a string.
 * @throws PhoneAgentError of kind `configuration` if they aren't an integer, or exceed what `Date`
 * can contain.
 */
export const unixDate = (seconds: number | string): Date =>
  runNamed("unixDate", () => {
    const date = new Date(/^-?\d+$/.test(String(seconds)) ? Number(seconds) * 1000 : Number.NaN);
    if (Number.isNaN(date.getTime()))
      throw createMisuse("The seconds must be an integer, as a number or a string.");
    return date;
  });

/**
 * Returns the two integers of a room's `roomId`. Their meaning is unknown.
 * @throws PhoneAgentError of kind `configuration` if it isn't two safe integers, joined by a colon.
 */
export const parseRoomId = (roomId: string): [number, number] =>
  runNamed("parseRoomId", () => {
    const parts = /^(-?\d+):(-?\d+)$/.exec(roomId)?.slice(1).map(Number);
    if (!parts?.every(Number.isSafeInteger))
      throw createMisuse("The room id must be two integers, joined by a colon.");
    return parts as [number, number];
  });

/**
 * Converts a relay's `headers` to `Headers`. A repeated name has all its values, joined by commas.
 * @throws PhoneAgentError of kind `configuration` if a name or a value is invalid.
 */
export const relayHeaders = (list: WebhookRelayConfig["headers"]): Headers =>
  runNamed("relayHeaders", () => new Headers(list.flatMap((pairs) => Object.entries(pairs))));

/**
 * Converts `Headers` to a relay's `headers`: sorted, one object for each lower-case name, or value
 * of `set-cookie`.
 */
export const relayHeaderList = (headers: Headers): WebhookRelayConfig["headers"] =>
  [...headers].map(([name, value]) => ({ [name]: value }));
