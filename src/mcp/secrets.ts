import type { Finding } from "phone-agent-api";

const mask = "<MASKED>";

// `nextToken` and `pageToken` are cursors.
const secret = /(?<!page|next)token$|secret|password|^authorization$|cookie|api[-_]?key/i;

/**
 * A copy of a response that an agent may read: secrets are masked by the name of their field, and fields that the contract
 * doesn't declare are left out. A service that sends back the token it received is the one case that no name shows, so a
 * text with that token is masked as well.
 */
export function readable(response: unknown, undeclared: readonly Finding[], token: string): unknown {
  const left = new Set(undeclared.map(({ pointer }) => pointer));
  const copy = (value: unknown, pointer: string): unknown => {
    if (typeof value === "string") return withoutToken(value, token);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((item, index) => copy(item, `${pointer}/${index}`));
    const entries = Object.entries(value).map(([name, held]) => {
      const place = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      return { name, place, held: secret.test(name) ? mask : copy(held, place) };
    });
    return Object.fromEntries(
      entries.filter(({ place }) => !left.has(place)).map(({ name, held }) => [withoutToken(name, token), held]),
    );
  };
  return copy(response, "");
}

const withoutToken = (text: string, token: string): string => (text.includes(token) ? mask : text);
