/**
 * Words that don't name a variable, a parameter or a function, by the reason. A noun of the domain names a variable, a
 * verb and its object a function.
 */
export const names = {
  "is a pronoun or a determiner: name the thing":
    "all another any both each either few it many more most much none one other others ours own same some such that " +
    "theirs these those what which who anything nothing everything whole least only",
  "is a preposition: name the position, the limit or the time":
    "about above after at before behind below beside beyond by from in inside into of on onto out outside over past " +
    "since to under until up with within without",
  "is an adverb or a conjunction: name the thing":
    "again also anew but elsewhere enough here how however nowhere otherwise than then there together twice where why",
  "is a participle alone: add its noun":
    "added allowed asked begun called changed chosen closed copied counted cut declared documented done drawn echoed " +
    "ended filled found generated given gone got held ignored kept known leading learned left listed located looked lost " +
    "made marked matched missing named needed observed packed parsed planned planted printed put received recorded " +
    "refused rejected removed said seen sent shared shown skipped started stopped stored taken thrown told unnamed used " +
    "visited wanted withheld written",
} as const;

/** Phrases that a comment, a guide, a message and a test's title don't contain, each with the better ones. */
export const phrases: readonly (readonly [phrase: RegExp, write: string])[] = [
  [/^\/\*\*\s+(\*\s+)?(What|Those|It)\b/, "a verb for a function, a noun for a type"],
  [/\bhold(s|ing)? [\w ]*\bagainst\b/, "compare with"],
  [/\b(holds|held)\b/, "contains, stores"],
  [/\bstands?\b/, "is, appears"],
  [/\b(tells?|told)\b/, "reports, shows"],
  [
    /(?<!\b(?:place|places|point|position|line|page|folder|file|section|see|shows?|say|know|from) )\bwhere\b/i,
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
