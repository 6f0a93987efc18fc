import type { WebhookRelayConfig } from "../generated/models.ts";
import { rejectAs } from "./errors.ts";

/**
 * The time of a token's `timestamp` or a room's `lastMessageTimestamp`: Unix seconds, as a number or a string.
 * @throws PhoneAgentError of kind `configuration` where they aren't an integer, or exceed what `Date` can hold.
 */
export function unixDate(seconds: number | string): Date {
  const date = new Date(/^-?\d+$/.test(String(seconds)) ? Number(seconds) * 1000 : Number.NaN);
  if (Number.isNaN(date.getTime())) rejectAs("unixDate")("The seconds must be an integer, as a number or a string.");
  return date;
}

/**
 * The two integers of a room's `roomId`. What they identify is unknown.
 * @throws PhoneAgentError of kind `configuration` where it isn't two safe integers, joined by a colon.
 */
export function parseRoomId(roomId: string): [number, number] {
  const parts = /^(-?\d+):(-?\d+)$/.exec(roomId)?.slice(1).map(Number) ?? [];
  if (parts.length !== 2 || !parts.every(Number.isSafeInteger))
    rejectAs("parseRoomId")("The room id must be two integers, joined by a colon.");
  return parts as [number, number];
}

/**
 * A relay's `headers` as `Headers`. A repeated name has both values, joined by a comma.
 * @throws PhoneAgentError of kind `configuration` where a name or a value is invalid.
 */
export function relayHeaders(list: WebhookRelayConfig["headers"]): Headers {
  try {
    return new Headers(list.flatMap((pairs) => Object.entries(pairs)));
  } catch {
    return rejectAs("relayHeaders")("The list holds an invalid header name or value.");
  }
}

/**
 * `Headers` as a relay's `headers`: one object for each name, in lower case and sorted; for `set-cookie`, one for each
 * value.
 */
export function relayHeaderList(headers: Headers): WebhookRelayConfig["headers"] {
  return [...headers].map(([name, value]) => ({ [name]: value }));
}
