/** The forms of texts. Each has a bit, so that an `&` finds the forms that all texts have in common. */
const forms: readonly { format?: string; pattern?: string; test: RegExp }[] = [
  { format: "uuid", test: /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i },
  { format: "date-time", test: /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d(\.\d+)?(Z|[+-][0-2]\d:[0-5]\d)$/ },
  { format: "date", test: /^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/ },
  { format: "email", test: /^[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){1,8}$/ },
  { format: "uri", test: /^https?:\/\/[^\s"<>\\^`{|}]+$/ },
  { format: "ipv4", test: /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}$/ },
  { pattern: "^\\+[1-9][0-9]{1,14}$", test: /^\+[1-9]\d{1,14}$/ },
  { pattern: "^[0-9]+$", test: /^\d+$/ },
];

export const anyForm = 2 ** forms.length - 1;

/** Returns the forms of a mask that a text has, too. A text of more than 2,000 characters has none. */
export function commonForms(mask: number, text: string): number {
  if (mask === 0 || text.length > 2_000) return 0;
  let common = 0;
  for (let bit = 0; bit < forms.length; bit++) if (mask & (1 << bit) && forms[bit]?.test.test(text)) common |= 1 << bit;
  return common;
}

/** Returns the first form in a mask as a keyword of JSON Schema. */
export function formKeywordOf(mask: number): { format?: string; pattern?: string } {
  const { test, ...keyword } = forms.find((_, bit) => mask & (1 << bit)) ?? {};
  return keyword;
}
