/** How much a change asks of the next version, the most first. */
export const impacts = ["major", "minor", "patch"] as const;
export type Impact = (typeof impacts)[number];

export interface Change {
  impact: Impact;
  text: string;
}
