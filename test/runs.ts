/** Whether the whole of each test runs, as `npm run test:full` does; `npm test` runs a share. */
export const isFull = process.env["FULL"] === "1";

/** The number of runs of a property: all in the full suite, a tenth in `npm test`. */
export const runs = (all: number): number => (isFull ? all : Math.ceil(all / 10));
