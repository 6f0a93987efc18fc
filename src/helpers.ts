import type { Room, WebhookRelayConfig } from "../generated/schema.ts";
import { rejectAs } from "./errors.ts";

/**
 * The time of a token's `timestamp` or a room's `lastMessageTimestamp`: Unix seconds, as a number or a string.
 * @throws PhoneAgentError of kind `configuration` where they are no integer, or no date.
 */
export function unixDate(seconds: number | string): Date {
  const date = new Date(/^-?\d+$/.test(String(seconds)) ? Number(seconds) * 1000 : Number.NaN);
  if (Number.isNaN(date.getTime())) rejectAs("unixDate")("the seconds must be an integer, as a number or a string.");
  return date;
}

/**
 * The two integers of a room's `roomId`. What they identify is not shown.
 * @throws PhoneAgentError of kind `configuration` where it is not two safe integers, joined by a colon.
 */
export function parseRoomId(roomId: Room["roomId"]): [number, number] {
  const parts = /^(-?\d+):(-?\d+)$/.exec(roomId)?.slice(1).map(Number) ?? [];
  if (parts.length !== 2 || !parts.every(Number.isSafeInteger))
    rejectAs("parseRoomId")("the roomId must be two integers, joined by a colon.");
  return parts as [number, number];
}

/**
 * A relay's `headers` as `Headers`, in which a name that stands twice has both values, joined by a comma.
 * @throws PhoneAgentError of kind `configuration` where HTTP cannot carry a name or a value.
 */
export function relayHeaders(list: WebhookRelayConfig["headers"]): Headers {
  try {
    return new Headers(list.flatMap((pairs) => Object.entries(pairs)));
  } catch {
    return rejectAs("relayHeaders")("the list holds a name or a value that HTTP cannot carry.");
  }
}

/**
 * `Headers` as a relay's `headers`: one object for each name, in lower case and in the order of the names; for
 * each value of `set-cookie`, which stays apart.
 */
export function relayHeaderList(headers: Headers): WebhookRelayConfig["headers"] {
  return [...headers].map(([name, value]) => ({ [name]: value }));
}
