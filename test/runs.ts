/** Whether tests run in full, as in `npm run test:full`. In `npm test`, some run in part. */
export const isFull = process.env["FULL"] === "1";

/**
 * Returns the number of runs of a property: `fullRuns` in the full suite, a twentieth of them in
 * `npm test`.
 */
export const runs = (fullRuns: number): number => (isFull ? fullRuns : Math.ceil(fullRuns / 20));
