import { Refusal } from "./refusal.ts";

/** What a request asks for: the segments of its path, decoded, and its query. */
export interface Target {
  segments: string[];
  query: URLSearchParams;
}

/**
 * Reads a request target as it came (`/path?query`, or the absolute form that proxies send). It is not given to `URL`:
 * that would resolve `..` and `%2e%2e`, and so answer another request than the one that was made.
 */
export function readTarget(raw: string): Target {
  const [path = "", ...rest] = raw.replace(/^https?:\/\/[^/?#]*/i, "").split("?");
  const query = rest.join("?");
  if (!path.startsWith("/")) throw new Refusal(400, "The request target is no path.");
  const segments = path.slice(1).split("/").map(decode);
  if (segments.some((segment) => segment === "." || segment === "..")) {
    throw new Refusal(400, "The path has a dot segment.");
  }
  decode(query);
  return { segments, query: new URLSearchParams(query) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal(400, "The request target has malformed percent-encoding.");
  }
}
