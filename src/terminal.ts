/** A text that may go to a terminal: a file can have any name, with codes that move the cursor or turn text around. */
export const withoutControls = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\ufffd");
