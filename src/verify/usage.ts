/** A mistake of the user's, or a file that can't be read. Its message is one sentence of ours, and may be printed. */
export class UsageError extends Error {}
