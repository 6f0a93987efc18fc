import { performance } from "node:perf_hooks";
import { loadPeer } from "./peers.ts";

/** Loads Prism, which takes most of a second. */
export const loadPrism = () =>
  loadPeer("@stoplight/prism-http", "generate bodies", () => import("@stoplight/prism-http"));

// In milliseconds.
const period = 2_000;

/** Loads Prism as soon as this process is idle for a while, so that the first generated body needn't wait for it. */
export function preloadPrism(): void {
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    if (utilization > 0.05) return;
    clearInterval(timer);
    // If Prism isn't installed, the first response that needs it reports that.
    loadPrism().catch(() => {});
  }, period).unref();
}
