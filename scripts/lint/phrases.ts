/** Phrases that a comment, a guide, a message and a test's title don't contain, each with the better ones. */
export const phrases: readonly (readonly [phrase: RegExp, write: string])[] = [
  [/\/\*\*\s+(\*\s+)?(What|Those|It)\b/, "a verb for a function, a noun for a type"],
  [/\bhold(s|ing)? [\w ]*\bagainst\b/, "compare with"],
  [/\b(holds|held)\b/, "contains, stores"],
  [/\bstands?\b/, "is, appears"],
  [/\b(tells?|told)\b/, "reports, shows"],
  [
    /(?<!\b(?:place|places|point|position|line|page|folder|file|section|see|shows?|say|know|from) )\bwhere\b(?!:)/i,
    "if, when",
  ],
  [/\b(behind|beside)\b/, "after, next to"],
  [/\bof (its|your|their|our) own\b|\bof ours\b/, "its, your, our"],
  [/\bas (it is|they are)\b/, "unchanged"],
  [/\bleads? (to|nowhere)\b/, "links to, unresolved"],
  [/\btold apart\b/, "distinguished"],
  [/\bgoes (before|with|by)\b/, "precedes, belongs to, uses"],
  [/(?<!there )\bis none\b|\blacks?\b/, "has no"],
  [/\b(anew|besides)\b/, "again, also"],
  [/\b(do|does|is|are|was|has|have|can|could|would|should) not\b|\bcannot\b/, "a contraction"],
  [/\b\w*(haviour|colour|avourite|ecognise|rganise|ormalise|erialise)\w*/i, "the American spelling"],
];
