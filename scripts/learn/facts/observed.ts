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

/** "300 of 300, so in less than 1 % of the others (3/n)": what a universal claim is worth. */
export const notRefuted = (count: number): string =>
  `${count} of ${count}; with 95 % confidence it fails in at most ${((3 / count) * 100).toPrecision(2)} % (3/n)`;
