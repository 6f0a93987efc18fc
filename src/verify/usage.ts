/** A user's mistake, or a file that can't be read. The message is one sentence of verify, and may be printed. */
export class UsageError extends Error {}
