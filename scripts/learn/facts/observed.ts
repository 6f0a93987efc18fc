import type { Observed } from "../../contract.ts";
import { maxDistinct } from "../accumulate/distinct.ts";
import type { Endpoint } from "../accumulate/endpoint.ts";

/** Returns the value of `x-observed`, the origin of a fact. */
export const observedOf = ({ sources, count, days }: Endpoint): Observed => ({
  source: [...sources].sort().join(", "),
  exchanges: count,
  ...days,
});

/** Returns, for example, "30 exchanges in 2 sessions". */
export const describeCounts = ({ count, sessions }: Endpoint): string =>
  `${count} ${count === 1 ? "exchange" : "exchanges"} in ${sessions.size > maxDistinct - 1 ? `${maxDistinct} or more` : sessions.size} ${sessions.size === 1 ? "session" : "sessions"}`;
