import type { WebhookRelayConfig } from "../../generated/models.ts";
import { createMisuse, runNamed } from "./errors.ts";

/**
 * Returns the time of a token's `timestamp` or a room's `lastMessageTimestamp`: Unix seconds, as a number or a string.
 * @throws PhoneAgentError of kind `configuration` if they aren't an integer, or exceed what `Date` can contain.
 */
export function unixDate(seconds: number | string): Date {
  return runNamed("unixDate", () => {
    const date = new Date(/^-?\d+$/.test(String(seconds)) ? Number(seconds) * 1000 : Number.NaN);
    if (Number.isNaN(date.getTime())) throw createMisuse("The seconds must be an integer, as a number or a string.");
    return date;
  });
}

/**
 * Converts a relay's `headers` to `Headers`. A repeated name has all its values, joined by commas.
 * @throws PhoneAgentError of kind `configuration` if a name or a value is invalid.
 */
export const relayHeaders = (list: WebhookRelayConfig["headers"]): Headers =>
  runNamed("relayHeaders", () => new Headers(list.flatMap((pairs) => Object.entries(pairs))));
