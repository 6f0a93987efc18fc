/** Splits a name or a path segment at spaces, punctuation and camelCase into words: lower case, singular. */
export function words(text: string): string[] {
  return text
    .replace(/\(s\)/g, "s")
    .replace(/['’]s\b/g, "")
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
    .map(singular);
}

function singular(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|ss|us|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.replace(/s$/, "");
}

/** How alike two words are, from 0 to 1: the same, of the same meaning in many APIs, or of the same stem. */
export function alike(one: string, other: string): number {
  if (one === other) return 1;
  if (synonyms.get(one)?.has(other)) return 0.8;
  const shorter = Math.min(one.length, other.length);
  const shared = sharedStart(one, other);
  if (shared >= 3 && shared === shorter) return shorter >= 4 ? 0.85 : 0.6;
  return shared >= 5 && shared / shorter >= 0.7 ? 0.8 : 0;
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** Words that APIs use for one another, whatever they are about. */
const groups = [
  "organization org company tenant workspace",
  "configuration config setting preference option",
  "message sms text",
  "conversation chat thread room",
  "link url",
  "user member person people",
  "statistic stat metric analytic",
  "summary count total",
  "document file",
  "webhook hook callback",
  "key token credential",
  "version revision",
  "live production published",
  "staging draft",
  "whitelist allowlist",
  "blacklist blocklist",
  "call dial",
  "multiple bulk batch many",
  "csv upload import",
  "log history record",
  "limit quota",
  "address ip",
  "invoice bill billing",
  "available availability",
  "current active",
  "detail info information",
  "mail email",
  "photo picture image avatar",
  "remove delete unassign release detach",
  "revert rollback undo",
  "restore recover",
  "return release",
  "assign attach",
  "send post submit",
  "query search find lookup",
  "generate create issue",
  "locality city",
  "organisation organization",
];

const synonyms = new Map<string, Set<string>>();
for (const group of groups) {
  const members = group.split(" ");
  for (const member of members) synonyms.set(member, new Set([...(synonyms.get(member) ?? []), ...members]));
}
