import type { WebhookRelayConfig } from "../../generated/models.ts";
import { misuse, orConfigurationError } from "./errors.ts";
import { mergedHeaders } from "./settings.ts";

/**
 * Returns the time of a token's `timestamp` or a room's `lastMessageTimestamp`: Unix seconds, as a number or a string.
 * @throws PhoneAgentError of kind `configuration` if they aren't an integer, or exceed what `Date` can contain.
 */
export function unixDate(seconds: number | string): Date {
  return orConfigurationError("unixDate", () => {
    const date = new Date(/^-?\d+$/.test(String(seconds)) ? Number(seconds) * 1000 : Number.NaN);
    if (Number.isNaN(date.getTime())) throw misuse("The seconds must be an integer, as a number or a string.");
    return date;
  });
}

/**
 * Returns the two integers of a room's `roomId`. Their meaning is unknown.
 * @throws PhoneAgentError of kind `configuration` if it isn't two safe integers, joined by a colon.
 */
export function parseRoomId(roomId: string): [number, number] {
  return orConfigurationError("parseRoomId", () => {
    const parts = /^(-?\d+):(-?\d+)$/.exec(roomId)?.slice(1).map(Number) ?? [];
    const isPair = parts.length === 2 && parts.every(Number.isSafeInteger);
    if (!isPair) throw misuse("The room id must be two integers, joined by a colon.");
    return parts as [number, number];
  });
}

/**
 * Converts a relay's `headers` to `Headers`. A repeated name has all its values, joined by commas; `set-cookie` has the
 * last one only.
 * @throws PhoneAgentError of kind `configuration` if a name or a value is invalid.
 */
export function relayHeaders(list: WebhookRelayConfig["headers"]): Headers {
  return orConfigurationError("relayHeaders", () => mergedHeaders(list.flatMap((pairs) => Object.entries(pairs))));
}

/**
 * Converts `Headers` to a relay's `headers`: one object for each name, in lower case and sorted; for `set-cookie`, one for each
 * value.
 */
export function relayHeaderList(headers: Headers): WebhookRelayConfig["headers"] {
  return [...headers].map(([name, value]) => ({ [name]: value }));
}
