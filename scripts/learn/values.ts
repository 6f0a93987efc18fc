import { isIgnored } from "../../src/verify/traffic/exchange.ts";
import { isSecretName } from "../../src/verify/traffic/secrets.ts";
import { isObject } from "../contract.ts";
import { looksLikeId } from "./accumulate/words.ts";
import { exchangesOf } from "./traffic.ts";

/** As many values at most: more than that is no closed set of words. */
const most = 20;
const fewestTimes = 3;

/**
 * The values of a field in responses, one a line, for a maintainer who has to know them. Only words that repeat: no
 * secret, number, address, name or free text.
 *
 * @throws an error of one sentence where the field has other values.
 */
export async function showValues(files: readonly string[], field: string, baseUrl?: string): Promise<string> {
  const refuse = (why: string) => new Error(`The values of ${field} are not shown: ${why}.`);
  if (isSecretName(field) || /name|title|label|mail|phone|number|address|url|text|message|note|user/i.test(field)) {
    throw refuse("by its name it may hold a secret or what is about a person");
  }
  const counts = new Map<string, number>();
  for (const file of files) {
    for await (const item of exchangesOf(file, baseUrl)) {
      if (isIgnored(item) || !("value" in item.responseBody.content) || item.responseBody.content.masked) continue;
      for (const value of valuesAt(item.responseBody.content.value, field)) {
        if (typeof value !== "string" || !/^[A-Za-z][A-Za-z_-]{0,23}$/.test(value) || looksLikeId(value)) {
          throw refuse("not all of them are plain words");
        }
        counts.set(value, (counts.get(value) ?? 0) + 1);
        if (counts.size > most) throw refuse(`there are more than ${most}`);
      }
    }
  }
  if (counts.size === 0) throw refuse("it has none");
  if ([...counts.values()].some((count) => count < fewestTimes))
    throw refuse(`some occur less than ${fewestTimes} times`);
  return [...counts]
    .map(([value, count]) => `${value} (${count})`)
    .sort()
    .join("\n");
}

function valuesAt(value: unknown, field: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, field));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === field ? [inner].flat() : valuesAt(inner, field)));
}
