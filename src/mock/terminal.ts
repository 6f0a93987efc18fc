/** Replaces control characters before printing, since the name of a file can move the cursor or reverse text. */
export const replaceControls = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\ufffd");
