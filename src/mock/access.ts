import type { IncomingMessage } from "node:http";
import { type Rejection, reject } from "../core/rejection.ts";
import { isLoopbackName } from "../openapi/servers.ts";

/**
 * Rejects a request of a foreign web page, which may not control the mock. Any page that someone
 * visits can send requests to that person's machine: its `Origin` or `Sec-Fetch-Site` reveals it
 * or, if its name resolves to this machine (DNS rebinding), its `Host`. Of several hosts, a proxy
 * may have checked another one than Node returns.
 * @param allowedHosts Further names that are allowed in `Host`, in lower case.
 */
export function rejectCrossOrigin(
  { headers, headersDistinct }: IncomingMessage,
  allowedHosts: readonly string[],
): Rejection | undefined {
  const { host = "", origin, "sec-fetch-site": site = "none" } = headers;
  if ((headersDistinct["host"] ?? []).length > 1)
    return reject(400, "Send exactly one Host header.");
  const name = host.replace(/:\d*$/, "").toLowerCase();
  if (!isLoopbackName(name) && !allowedHosts.includes(name)) {
    const advice = "Use 127.0.0.1 or localhost, or start the mock with --allow-host and this name.";
    return reject(403, `Control requests aren't allowed for this host name. ${advice}`);
  }
  const isSameOrigin =
    origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
  if (isSameOrigin && ["none", "same-origin"].includes(String(site))) return undefined;
  return reject(403, "A page of another origin can't control the mock.");
}
