import type { Observed } from "../../contract.ts";
import { mostDistinct } from "../accumulate/distinct.ts";
import type { Endpoint } from "../accumulate/endpoint.ts";

/** The value of `x-observed`: where a fact comes from. */
export const observedOf = ({ sources, count, days }: Endpoint): Observed => ({
  source: [...sources].sort().join(", "),
  exchanges: count,
  ...days,
});

/** "30 exchanges in 2 sessions" */
export const seenIn = ({ count, sessions }: Endpoint): string =>
  `${count} ${count === 1 ? "exchange" : "exchanges"} in ${sessions.size > mostDistinct - 1 ? `${mostDistinct} or more` : sessions.size} ${sessions.size === 1 ? "session" : "sessions"}`;
